"""The page scorecard."""

from ircompare.dashboard.scorecard import view as scorecard_view

scorecard_view.show()
