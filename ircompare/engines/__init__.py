"""Engines: where runs are scored, here, by processes of this machine or on a Dask cluster.

An engine takes a pure function, what all runs share, and the runs; it yields each result as soon
as it is there, in any order. The results are the same whatever the engine.
"""
