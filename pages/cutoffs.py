"""The page cutoffs."""

from ircompare.dashboard import cutoffs_view

cutoffs_view.show()
