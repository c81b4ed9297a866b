"""Cells of CSV: none of them is run as a formula, and what is no formula stays as it is."""

from __future__ import annotations

import csv
import io

import pytest

from toolkit.core.files import cell_text, spreadsheet, spreadsheet_cell

STARTS = "=+-@\t\r\n\0＝＋－＠"
"""The first characters that OWASP's page "CSV Injection" and ASVS 1.2.10 name, full-width forms with them."""
PAYLOADS = ("1+1", "cmd|' /C calc'!A0", 'HYPERLINK("https://example.org")', "5 − 3", "SUM(1)", " 85", "", "5a", "1/2")

PLAIN = ("-5", "+5", "-0.5", "-0,5", "−5", "7 r 5", "7……5", "> <", "5 × (9 − 4)", "'quoted'", "'5", "a=b", "")


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("rest", PAYLOADS)
def test_a_cell_that_a_spreadsheet_might_run_gets_an_apostrophe(start: str, rest: str) -> None:
    text = start + rest
    assert spreadsheet_cell(text) == f"'{text}"


@pytest.mark.parametrize("value", [*PLAIN, -5, 0, 12, -0.5])
def test_what_is_no_formula_stays(value: str | int | float) -> None:
    cell = spreadsheet_cell(value)
    assert cell == value and type(cell) is type(value)


def test_yes_no_and_nothing() -> None:
    assert [spreadsheet_cell(value) for value in (True, False, None)] == [1, 0, ""]
    assert type(spreadsheet_cell(True)) is int


@pytest.mark.parametrize("marks", ["", "'", "''", "'''"])
@pytest.mark.parametrize("text", [*STARTS, "=1+1", "-5", "-x", "5", "don't use '=' here", "'+'", "is it '-'?"])
def test_a_guard_is_taken_off_again(marks: str, text: str) -> None:
    cell = spreadsheet_cell(marks + text)
    assert isinstance(cell, str) and cell_text(cell) == marks + text


def test_a_table_for_a_spreadsheet() -> None:
    text = spreadsheet(("name", "n"), [{"n": 3, "name": "=evil()", "more": 1}, {"name": 'say "a,b"', "n": None}], ";")
    assert text == '\ufeffname;n\r\n\'=evil();3\r\n"say ""a,b""";\r\n'
    cells = [f"{start}1+1" for start in STARTS]
    (row,) = csv.reader(io.StringIO(spreadsheet(cells, []).removeprefix("\ufeff"), newline=""))
    assert row == [f"'{cell}" for cell in cells], "a column may be named by a person as well"
