"""The alerts: what each rule says, with the numbers it rests on, and rules of the user's own."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ircompare.dashboard import problems
from ircompare.dashboard.data.intake import release
from ircompare.dashboard.scorecard import own_files
from ircompare.dashboard.scorecard import rows as card_rows
from ircompare.dashboard.scorecard import rules as card_rules
from ircompare.dashboard.text import plain, with_code
from ircompare.report.scorecard_companions import limit_words, lost_words
from ircompare.scorecard.alerts import DEFAULT, Alert, rules_text
from ircompare.scoring.numbers import counted

# Outcome → colour, sign and word: the colours of verdicts mean nothing else.
OUTCOMES = {
    "FIRED": ("orange", "▼", "Alert"),
    "QUIET": ("gray", "✓", "No alert"),
    "NOT_JUDGED": ("gray", "?", "Not judged"),
}
UPLOAD = "card_rules_upload"


def draw(alerts: Sequence[Alert]) -> None:
    """A row for each rule, then the rules themselves."""
    st.markdown("#### Alerts")
    with st.container(border=True, gap="medium"):
        columns = st.columns(2, gap="medium")
        for at, alert in enumerate(alerts):
            with columns[at % 2]:
                _alert(alert)
        _rules(len(alerts))


def _alert(alert: Alert) -> None:
    """Sign, word and dimension; the values; the threshold and what was lost."""
    colour, sign, word = OUTCOMES[alert.outcome]
    row = alert.row
    name = f":{colour}[**{sign} {word}**] **{plain(row.dimension.title)}**"
    lost = lost_words(alert)
    told = f":{colour}[**{f'{sign} ' if alert.outcome == 'FIRED' else ''}{plain(lost)}**]"
    with st.container(gap=None):
        card_rows.head(name, told if lost else "", card_rows.hover(row))
        if row.value_a is not None and row.value_b is not None:
            st.markdown(card_rows.values(row))
        why = [alert.why] if alert.outcome == "NOT_JUDGED" else []
        st.caption(with_code(" · ".join([f"fires where {limit_words(alert.rule)}", *why])))


def _rules(count: int) -> None:
    """Whose rules these are, how to have others, and the way back."""
    error, own = card_rules.fault(), card_rules.source()
    if error is not None:
        problems.show_error(error, "These alert rules cannot be used")
        stay = f"those of {plain(own)}" if own else "those of the package"
        st.caption(f"The rules in force are still {stay}.")
    gone = own_files.gone("rules")
    if gone:
        told = f"{gone} is no longer held by this server: the rules are those of the package."
        st.warning(plain(told), icon=":material/warning:")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        whose = f"from {plain(own)}" if own else "of the package"
        st.caption(f"{counted(count, 'rule')} {whose}", width="content")
        st.download_button(
            "Copy the package's rules",
            data=rules_text(),
            file_name=DEFAULT,
            mime="application/toml",
            icon=":material/download:",
            on_click="ignore",
            help="A file to edit and to give below, or with --alert-rules on the command line.",
        )
        if own:
            st.button(
                "Back to the package's rules", icon=":material/undo:", on_click=card_rules.back
            )
    with st.expander("Give alert rules of your own", icon=":material/upload_file:"):
        key = f"{UPLOAD}-{st.session_state.setdefault(UPLOAD, 0)}"
        st.file_uploader(
            "A TOML file as the one above, copied and edited",
            type=["toml"],
            key=key,
            on_change=_take,
            args=(key,),
        )


def _take(key: str) -> None:
    """Take the bytes over and empty the widget."""
    given = st.session_state[key]
    if given is not None:
        card_rules.take(given.name, given.getvalue())
        release(given.file_id)
        st.session_state[UPLOAD] += 1
