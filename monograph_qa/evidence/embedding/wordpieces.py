"""Text to token numbers: whole words of the vocabulary, else their longest known pieces."""

import re
import unicodedata

_WORD = re.compile(r"[a-z]+|[0-9]+|[^\sa-z0-9]")
_LONGEST_WORD = 60  # letters; longer runs are no words
_PREFIX = "##"


class Wordpieces:
    """Splits text as BERT's uncased tokenizer does, but letters from digits too.

    A piece inside a word is stored with a leading `##`. A word none of whose pieces are known
    gives no token.
    """

    def __init__(self, vocabulary: list[str]) -> None:
        self._number = {piece: number for number, piece in enumerate(vocabulary)}
        self._known: dict[str, tuple[int, ...]] = {}

    def encode(self, text: str) -> list[int]:
        """The token numbers of `text`, in order; empty for empty text."""
        folded = text.lower()
        if not folded.isascii():
            folded = unicodedata.normalize("NFKD", folded)
            folded = "".join(c for c in folded if not unicodedata.combining(c))
        numbers: list[int] = []
        for word in _WORD.findall(folded):
            pieces = self._known.get(word)
            if pieces is None:
                pieces = self._known[word] = self._split(word)
            numbers += pieces
        return numbers

    def _split(self, word: str) -> tuple[int, ...]:
        whole = self._number.get(word)
        if whole is not None:
            return (whole,)
        if len(word) > _LONGEST_WORD:
            return ()
        pieces: list[int] = []
        start = 0
        while start < len(word):
            for stop in range(len(word), start, -1):
                piece = word[start:stop] if start == 0 else _PREFIX + word[start:stop]
                number = self._number.get(piece)
                if number is not None:
                    pieces.append(number)
                    start = stop
                    break
            else:
                return ()
        return tuple(pieces)
