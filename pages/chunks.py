"""The page chunks."""

from ircompare.dashboard.chunks import view as chunks_view

chunks_view.show()
