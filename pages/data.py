"""The page data."""

from ircompare.dashboard import data_view

data_view.show()
