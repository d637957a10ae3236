"""The page chunks."""

from ircompare.dashboard import chunks_view

chunks_view.show()
