"""The page gate."""

from ircompare.dashboard.gate import view as gate_view

gate_view.show()
