"""What the consistency gate says of itself: the same words on every surface."""

from __future__ import annotations

QUESTION = "Does this engine return what the baseline engine returned on this library?"
NOT_QUALITY = (
    "This measures consistency, not quality: a page that left the top 5 may have given way to a "
    "better one, and an engine that repeats its mistakes passes."
)
NOT_TESTED = (
    "Nothing beyond the top 5 is tested, and no query that the baseline lacks. The order within "
    "the top 5 is recorded (Top-1, average overlap) and never decides."
)
DO_NOT_TUNE = (
    "Do not tune an engine on these numbers: they reward likeness to the old engine. Use judged "
    "queries and compare two runs to learn which is better."
)
NOT_A_STATISTIC = (
    "The gate is a tripwire on the queries of the baseline, not a statistic: it carries no "
    "confidence interval."
)
STATEMENT = (NOT_QUALITY, NOT_TESTED, DO_NOT_TUNE)

RECORD_COMMAND = (
    "ircompare baseline --run RUN --library LIBRARY --baseline-version VERSION "
    "--engine-version VERSION --output FOLDER"
)
REPLACE_COMMAND = f"{RECORD_COMMAND} --replace"
