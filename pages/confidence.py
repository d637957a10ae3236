"""The page confidence."""

from ircompare.dashboard.confidence import view as confidence_view

confidence_view.show()
