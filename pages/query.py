"""The page query."""

from ircompare.dashboard.query import view as query_view

query_view.show()
