-- Waits until no other transaction has locked any of the subjects, and locks them until this one
-- ends; always in one order, so that two that want the same two never wait for each other.
SELECT pg_advisory_xact_lock(28018, subject)
FROM (
    SELECT DISTINCT hashtext(name) AS subject
    FROM unnest(string_to_array($subjects, chr(31))) AS name
    ORDER BY subject
) AS ordered
