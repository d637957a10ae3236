"""The page gate."""

from ircompare.dashboard import gate_view

gate_view.show()
