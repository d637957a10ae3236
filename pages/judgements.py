"""The page judgements."""

from ircompare.dashboard.judgements import view as judgements_view

judgements_view.show()
