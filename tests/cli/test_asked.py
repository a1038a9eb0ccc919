"""`ask` as it is typed: what is read without the program is what the program reads."""

from typing import Any

import pytest
import typer

from monograph_qa.cli.app import command_line
from monograph_qa.cli.start import asked_for

TYPED: tuple[list[str], ...] = (
    ["dose of Axid"],
    ["dose of Axid", "--json", "--full", "--trace", "--open", "--all-labels"],
    ["--label", "axid", "dose", "--library=/srv/a b", "--writer", "llm"],
    ["dose", "--label=a=b", "--label", "c"],
)
NOT_PLAIN: tuple[list[str], ...] = (
    [], [""], ["--help"], ["-h", "dose"], ["dose", "of", "Axid"], ["dose", "--nonsense"],
    ["dose", "--label"], ["dose", "--label", ""], ["dose", "--json=yes"], ["--", "dose"],
)  # fmt: skip


def as_the_program_reads(typed: list[str]) -> dict[str, Any]:
    command = typer.main.get_command(command_line()).commands["ask"]  # type: ignore[attr-defined]
    context = command.make_context("ask", list(typed))
    return {name: value for name, value in context.params.items() if value}


@pytest.mark.parametrize("typed", TYPED, ids=" ".join)
def test_what_is_typed_plainly_is_read_alike(typed: list[str]) -> None:
    assert asked_for(typed) == as_the_program_reads(typed)


@pytest.mark.parametrize("typed", NOT_PLAIN, ids=" ".join)
def test_everything_else_is_left_to_the_program(typed: list[str]) -> None:
    assert asked_for(typed) is None


def test_every_option_is_read() -> None:
    command = typer.main.get_command(command_line()).commands["ask"]  # type: ignore[attr-defined]
    for option in command.params:
        if option.param_type_name == "option":
            words = ["x", option.opts[0], *([] if option.is_flag else ["y"])]
            assert asked_for(words) == {"question": "x", option.name: option.is_flag or "y"}
