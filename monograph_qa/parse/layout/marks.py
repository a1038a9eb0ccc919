"""How captions, enumerated items and notes under tables begin."""

import re

CAPTION = re.compile(
    r"(?i:table|figure|fig\.|exhibit|scheme|chart)\s+[A-Z]?\d{1,3}[a-zA-Zᵃᵇᶜᵈᵉᶠ¹²³]?"
    r"(?=\s*(?:[.:–—-]|$|\s[A-Z\"'(]))"
)
FIGURE = re.compile(r"(?:Figure|Fig\.)\s*\d{1,2}\s*[.:]")  # one that tells what it shows
ENUMERATED = re.compile(
    r"(?:\(?[a-hj-z]\)|\(?\d{1,2}\)|\(?[ivx]{1,4}\)|\d{1,2}\.(?=\s)|[a-h]\.(?=\s))\s*\S"
)
NOTE = re.compile(
    r"\s*(?:[*†‡§¶#¥‖^ǂ]|[a-h](?=[\s=:]?\s*[A-Z=])(?![a-z])|[1-9](?=\s?[A-Z][a-z])"
    r"|(?i:abbreviations?|note|key)\s*[:=]|[nN]\s*=|\([a-h1-9]\)\s"
    r"|[A-Z][A-Za-z]{0,6}\s*=)"
)
