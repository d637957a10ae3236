"""The page slices."""

from ircompare.dashboard.slices import view as slices_view

slices_view.show()
