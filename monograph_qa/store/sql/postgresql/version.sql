-- The fingerprint of what is published, noted when labels last changed.
SELECT version FROM library_mark
