"""The page query."""

from ircompare.dashboard import query_view

query_view.show()
