"""Starts one command and prints what it took, as JSON: `start.py STDOUT PROGRAM ARGUMENT …`.

Imports next to nothing, for the reason that `measure.py` gives. Needs a POSIX system.
"""

import json
import os
import sys
import time

CREATE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
UNIT = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, in bytes


def start(stdout: str, command: list[str]) -> dict[str, float]:
    """Figures of a command that prints to a file, and errors to the same with `.err`."""
    files = [
        (os.POSIX_SPAWN_OPEN, 1, stdout, CREATE, 0o644),
        (os.POSIX_SPAWN_OPEN, 2, f"{stdout}.err", CREATE, 0o644),
    ]
    began = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=files)
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - began
    return {
        "cpu": used.ru_utime + used.ru_stime,
        "wall": wall,
        "peak": used.ru_maxrss * UNIT,
        "status": os.waitstatus_to_exitcode(status),
    }


if __name__ == "__main__":
    print(json.dumps(start(sys.argv[1], sys.argv[2:])))
