"""The fingerprint of a scorecard: every choice that fixes its numbers, the runs apart."""

from __future__ import annotations

from collections.abc import Iterable

from ircompare.model.protocol import canonical_json, sha256_text
from ircompare.scorecard.alerts import Rule, default_rules
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import at_declared_cutoff
from ircompare.scoring.evaluation import collection_fingerprint

SETS = ("intent_labels", "training_domains")


def scorecard_sha256(
    inputs: Inputs, profile: str | None = None, rules: Iterable[Rule] | None = None
) -> str:
    """SHA-256 of the canonical JSON of what was chosen, 64 hexadecimal digits.

    Covers the protocol's own fingerprints at the declared cutoff, every setting, what fields are
    called, the profile as used and the alert rules. A default counts as if it were written out;
    the order of rules, intents and training domains fixes no number and counts for nothing.

    Args:
        profile: Fingerprint of components, ranges and weights as used; None without a profile.
        rules: The alert rules; None for those of the package.
    """
    held = default_rules() if rules is None else rules
    chosen = {
        "protocol": _protocol(inputs),
        "settings": _settings(inputs),
        "fields": dict(inputs.named),
        "profile": profile,
        "alerts": sorted((_rule(rule) for rule in held), key=canonical_json),
    }
    return sha256_text(canonical_json(chosen))


def _protocol(inputs: Inputs) -> dict[str, str | None]:
    """The fingerprints that results print; `split` is in none of them without texts."""
    compared = at_declared_cutoff(inputs)
    return {
        "protocol_sha256": collection_fingerprint(compared.a),
        "split": inputs.scope.split,
        "qrels_sha256": inputs.scope.collection.qrels.sha256,
        "settings_a_sha256": compared.a.settings_sha256,
        "settings_b_sha256": compared.b.settings_sha256,
    }


def _settings(inputs: Inputs) -> dict[str, object]:
    settings = inputs.settings
    return {**settings.as_dict(), **{name: sorted(getattr(settings, name)) for name in SETS}}


def _rule(rule: Rule) -> dict[str, object]:
    return {**vars(rule), "worse_by": str(rule.worse_by)}
