"""Where results go: a file, written whole or not at all, or the standard output."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ircompare.errors import InputError


def problems_json(error: InputError) -> str:
    """The problems of an input as JSON, with the tutorial's reasons where they have one."""
    from ircompare.report.json_report import json_text

    problems = [problem.as_dict() for problem in error.problems]
    return json_text({"problems": problems, "total": error.total})


def one_or_all(objects: list[dict[str, object]]) -> object:
    """What is printed of one run and cutoff alone, and of several."""
    return objects[0] if len(objects) == 1 else objects


def emit(options: Mapping[str, Any], result: str | bytes) -> None:
    """Write a result to the file asked for, else to the standard output."""
    data = result if isinstance(result, bytes) else result.encode("utf-8")
    if options.get("output") is not None:
        from ircompare.report.atomic import write_atomic

        write_atomic(Path(options["output"]), data)
    elif isinstance(result, bytes) and hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(result)
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(data.decode("utf-8"))
        sys.stdout.flush()
