"""`audit verify` and `audit anchor`: proof that the log is whole, and receipts to prove it with."""

from pathlib import Path
from typing import Annotated

import typer

from monograph_qa.cli.audit_options import KeyOption
from monograph_qa.cli.options import JsonOption, LibraryOption, open_library, print_json
from monograph_qa.visible import visible


def verify(
    anchor: Annotated[
        list[Path] | None,
        typer.Option("--anchor", metavar="FILE", help="A receipt of `audit anchor`; repeatable."),
    ] = None,
    key: KeyOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check the whole chain: every record's content, order and link, and the file itself.

    Exit code 1 if it is broken, with what, where and when; 3 if the log is signed and no key is
    named to check that with. With a key, anchors and the signed head beside the journal must bear
    its signature.

    Examples:

      monograph-qa audit verify

      monograph-qa audit verify --anchor receipt.json --key audit.key
    """
    from monograph_qa.pipeline.examining.proving import prove, read_anchor_file
    from monograph_qa.pipeline.writing.recording import audit_key
    from monograph_qa.values import proof_value

    secret = audit_key(key)
    with open_library(library) as opened:
        journal = opened.journal
        anchors = [each for path in anchor or () for each in read_anchor_file(path, secret)]
        proof = prove(journal, anchors=anchors, key=secret)
    if as_json:
        print_json(proof_value(proof, len(anchors)))
    else:
        for each in proof.breaks:
            where = " ".join(filter(None, [each.audit_id, each.at]))
            place = f"record {each.sequence}" + (f" ({where})" if where else "")
            print(visible(f"{place if each.sequence else 'journal'}: {each.problem}"))
        for note in proof.notes:
            print(f"note: {note}")
        held = f", {len(anchors)} anchors hold" if anchors and proof.is_sound else ""
        unchecked = "the chain holds, but how it ends is signed and was not checked: name --key"
        said = unchecked if proof.is_sound else "the chain is broken"
        said = "the chain is whole" if proof.is_whole else said
        print(f"{proof.records} records: {said}{held}")
    raise typer.Exit(0 if proof.is_whole else 3 if proof.is_sound else 1)


def anchor(
    key: KeyOption = None, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """Print a receipt of how the log ends now: place and hash of its last record, and the time.

    Keep it where the log's owner cannot change it. `audit verify --anchor` then finds whether
    records were removed at the end, or the whole log was written anew. The log is verified first;
    of a broken one there is no receipt, and the exit code is 1. With a key the receipt is signed.

    Examples:

      monograph-qa audit anchor > receipt.json

      monograph-qa audit anchor --key audit.key --json >> receipts.jsonl
    """
    from monograph_qa.audit.chain import anchor_text, make_anchor
    from monograph_qa.pipeline.examining.proving import prove
    from monograph_qa.pipeline.writing.recording import audit_key

    secret = audit_key(key)
    with open_library(library) as opened:
        # Taken before the proof: what is appended meanwhile is not vouched for.
        head = opened.journal.head()
        proof = prove(opened.journal, key=secret)
    if not proof.is_sound:
        typer.echo(
            f"monograph-qa: no receipt: the chain is broken in {len(proof.breaks)} places; see: "
            "monograph-qa audit verify",
            err=True,
        )
        raise typer.Exit(1)
    made = make_anchor(*head, secret)
    if as_json:
        print(anchor_text(made))
    else:
        from dataclasses import asdict

        print_json(asdict(made))
