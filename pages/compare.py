"""The page compare."""

from ircompare.dashboard.compare import view as compare_view

compare_view.show()
