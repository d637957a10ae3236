"""The page cutoffs."""

from ircompare.dashboard.cutoffs import view as cutoffs_view

cutoffs_view.show()
