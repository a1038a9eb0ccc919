"""Quoted lines as they are laid out."""

from monograph_qa.telling.lines import Line, laid_out

SENTENCE = Line("f1", "The usual dose is 5 mg.", 1, "[page 1]")
ROW = Line("f2", "Weight: 40 kg | Dose: 2 mg", 2, "[page 2]")
NEXT = Line("f3", "Weight: 60 kg | Dose: 5 mg", 3, "[page 3]")


def test_rows_are_a_table_also_beside_a_sentence_and_their_caption_stands_once() -> None:
    caption = "Table 1"
    shown = laid_out(
        "DOSAGE",
        [(caption, SENTENCE), (caption, ROW), (caption, NEXT)],
        cited=lambda lines: ", ".join(line.citation for line in lines),
    )
    said, table = shown.runs
    assert said.table is None and said.lines == (SENTENCE,)
    assert table.table is not None and table.table.heads == ("Weight", "Dose")
    assert table.table.rows == (("40 kg", "2 mg"), ("60 kg", "5 mg"))
    assert (said.context, table.context) == (caption, "")
    assert table.citation == "[page 2], [page 3]"
