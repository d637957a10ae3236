"""The page compare."""

from ircompare.dashboard import compare_view

compare_view.show()
