"""Signs of fonts that have no letters, as a reader sees them."""

import pytest

from monograph_qa.parse.layout.signs import readable


@pytest.mark.parametrize(
    ("text", "font", "said"),
    [
        ("\uf0fc", "/ABCDEF+Wingdings-Regular", "✓"),
        ("\uf050", "/ABCDEF+Wingdings2", "✓"),
        ("P", "/ABCDEF+Wingdings-2", "✓"),
        ("O", "/ABCDEF+Wingdings 2", "✗"),
        ("\uf0a7", "/ABCDEF+Wingdings2", "•"),
        ("P", "/ABCDEF+Calibri", "P"),
        ("bene\uf001t", "/ABCDEF+Calibri", "benefit"),
        ("re\uf002ect", "/ABCDEF+Calibri", "reflect"),
    ],
)
def test_a_tick_is_no_bullet(text: str, font: str, said: str) -> None:
    assert readable(text, font) == said
