"""The page data."""

from ircompare.dashboard.data import view as data_view

data_view.show()
