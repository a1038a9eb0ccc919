"""What must stand guard over the log on a server, and what of it does not."""

from collections.abc import Iterable, Iterator
from typing import Any

from monograph_qa.store.queries import query

_GUARDS = {
    ("audit_record", "audit_record_stays"): "refuse_change",
    ("audit_count", "audit_count_stays"): "refuse_change",
    ("audit_count", "audit_count_counts"): "only_count_on",
    ("signed_head", "signed_head_stays"): "refuse_change",
}
_ALWAYS = "A"  # pg_trigger.tgenabled


def missing_guards(rows: Iterable[tuple[Any, ...]]) -> list[str]:
    """What is wrong with the guards that `journal_guards.sql` found: gone, switched off, changed,
    or joined by what is none of ours."""
    return list(_missing({(row[0], row[1]): row[2:] for row in rows}))


def _missing(found: dict[tuple[str, str], tuple[Any, ...]]) -> Iterator[str]:
    shipped = query("store/postgresql/journal_tables")
    for (table, name), function in _GUARDS.items():
        enabled, by, words = found.pop((table, name), (None, None, ""))
        if enabled is None:
            yield f"nothing keeps {table} from changes: the trigger {name} is gone"
        elif enabled != _ALWAYS:
            yield f"nothing keeps {table} from changes: the trigger {name} is switched off"
        elif by != function or not words.strip() or words not in shipped:
            yield f"nothing keeps {table} from changes: the trigger {name} does something else"
    for (table, name), (_, by, _words) in found.items():
        yield f"{name} ({by}) stands over {table} and is none of this program's"
