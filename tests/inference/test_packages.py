"""Statistics are an extra: what is said where they are absent, and that they load late."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import ircompare.inference
from ircompare.errors import InputError
from ircompare.inference.packages import require_statistics


def test_with_both_packages_nothing_is_said():
    require_statistics()


@pytest.mark.parametrize(
    ("absent", "what"),
    [
        (["scipy"], "SciPy is not installed, so nothing can be tested"),
        (["statsmodels"], "statsmodels is not installed, so nothing can be tested"),
        (["scipy", "statsmodels"], "SciPy and statsmodels are not installed, so nothing can be"),
    ],
)
def test_an_absent_package_is_named_with_what_to_install(
    absent: list[str], what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in absent:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError) as raised:
        require_statistics()
    (problem,) = raised.value.problems
    assert problem.code == "no-statistics"
    assert problem.what.startswith(what)
    assert problem.mend == 'pip install -e ".[inference]"'


def test_importing_the_layer_loads_neither(root: Path) -> None:
    modules = pkgutil.iter_modules(ircompare.inference.__path__, "ircompare.inference.")
    names = ", ".join(module.name for module in modules)
    code = f"import sys, {names}; print([n for n in ('scipy', 'statsmodels', 'pandas') "
    code += "if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
