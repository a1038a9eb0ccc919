"""One SELECT of an outsider on a server. The server parses the statement as the body of a function
that is never called, and so names its tables and functions: only those of the library or the
journal, and functions that only compute (none reads a file, waits, changes a setting or runs text
as SQL). The statement then runs READ ONLY, for a bounded time, under the role with the fewest
rights that this user may take."""

import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from decimal import Decimal
from typing import Any

import psycopg

from monograph_qa.errors import JournalError, LibraryError, QueryRefused
from monograph_qa.store.homes import LibraryServer
from monograph_qa.store.inquiry.values import JOURNAL_JSON, iter_plain
from monograph_qa.store.rows import server_query

Connection = psycopg.Connection[tuple[Any, ...]]

_TABLES = {
    "library": frozenset(
        {
            "label", "drug_name", "drug_name_key", "section", "fact_span", "image", "fact_frame",
            "section_frame", "fact_link", "said_of",
        }
    ),
    "journal": frozenset({"audit_record", "ingest_job"}),
}  # fmt: skip
_ROLES = {"library": "monograph_asker", "journal": "monograph_auditor"}
_OUR_FUNCTIONS = frozenset({"audit_json", "audit_record_hash"})
# Of volatile functions, those that change nothing and do not wait.
_HARMLESS = frozenset(
    {"random", "random_normal", "gen_random_uuid", "uuidv4", "uuidv7", "clock_timestamp"}
)
# They tell of the server and of who uses it, or take the name of a table or a statement as text.
_REFUSED = re.compile(
    r"(?!pg_typeof$|pg_column_size$)(?:pg_|lo_|txid_|has_|to_reg|inet_|binary_upgrade|ts_stat"
    r"|ts_rewrite|current_setting|row_security)|.*_to_xml"
)
_TABLE_OID = re.compile(r":relid (\d+)")
_FUNCTION_OID = re.compile(r":(?:funcid|opfuncid|aggfnoid|winfnoid|tsmhandler) (\d+)")
_COMMAND = re.compile(r":commandType (\d)")
_SELECT = "1"
# What the server says of a statement that is no SELECT and cannot be a function's body.
_NO_SELECT = (psycopg.errors.FeatureNotSupported, psycopg.errors.InvalidFunctionDefinition)


def server_rows(url: str, store: str, sql: str, seconds: float) -> Iterator[Any]:
    """As `library_rows`, of "library" or "journal". Raises QueryRefused also after `seconds`."""
    server = LibraryServer(url)
    try:
        connection = server.connect()
    except LibraryError as error:
        raise (JournalError(str(error)) if store == "journal" else error) from error
    with closing(connection):
        try:
            _refuse_more_than_reading(connection, store, sql)
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            most = str(max(1, round(seconds * 1000)))
            bound = {"role": _ROLES[store], "milliseconds": most}
            connection.execute(server_query("store/inquiry_bounds").encode(), bound)
            with connection.cursor("asked") as cursor:
                cursor.execute(sql.encode())
                names = [each.name for each in cursor.description or []]

                def fetch(most: int) -> list[list[Any]]:
                    return [list(map(_number, row)) for row in cursor.fetchmany(most)]

                yield from iter_plain(names, [n in JOURNAL_JSON for n in names], fetch)
        except psycopg.errors.QueryCanceled as error:
            raise QueryRefused(f"the statement took longer than {seconds:g} seconds") from error
        except _NO_SELECT as error:
            raise QueryRefused("only SELECT can run here") from error
        except psycopg.Error as error:
            cause = error.diag.message_primary or " ".join(str(error).split())
            raise QueryRefused(cause) from error
        except UnicodeEncodeError as error:
            raise QueryRefused(f"the statement is no text: {error.reason}") from error


def _refuse_more_than_reading(connection: Connection, store: str, sql: str) -> None:
    parsed = _parsed(connection, sql)
    if set(_COMMAND.findall(parsed)) != {_SELECT}:
        raise QueryRefused("only SELECT can run here")
    tables = _TABLES[store]
    for name, is_ours in _named(connection, "inquiry_tables", _TABLE_OID.findall(parsed)):
        if not is_ours or name not in tables:
            raise QueryRefused(f"{name} cannot be read here, only: {', '.join(sorted(tables))}")
    functions = _named(connection, "inquiry_functions", _FUNCTION_OID.findall(parsed))
    for name, is_ours, is_shipped, is_volatile in functions:
        if is_ours and name in _OUR_FUNCTIONS:
            continue
        if not is_shipped or (is_volatile and name not in _HARMLESS) or _REFUSED.match(name):
            raise QueryRefused(f"{name} cannot be used here: only reckoning functions can")


def _parsed(connection: Connection, sql: str) -> str:
    """The statement as the server understands it: a tree of nodes, as text."""
    connection.execute("BEGIN")
    try:
        # With no values bound psycopg would send several statements as they are; with some, the
        # server takes one.
        body = sql.rstrip().removesuffix(";").replace("%", "%%")
        connection.execute(
            "CREATE FUNCTION pg_temp.asked() RETURNS SETOF record LANGUAGE sql BEGIN ATOMIC "
            f"{body}\n; END".encode(),
            (),
            prepare=True,
        )
        ((tree,),) = connection.execute(server_query("store/inquiry_parsed").encode())
    finally:
        connection.execute("ROLLBACK")
    return str(tree)


def _named(connection: Connection, statement: str, oids: Iterable[str]) -> list[tuple[Any, ...]]:
    asked = {"oids": ",".join(sorted(set(oids) - {"0"}))}
    return connection.execute(server_query(f"store/{statement}").encode(), asked).fetchall()


def _number(value: Any) -> Any:
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == value.to_integral_value() else float(value)
