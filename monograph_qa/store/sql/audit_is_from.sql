-- Whether the last audit record up to a place is of this moment or later.
SELECT at >= $moment FROM audit_record WHERE sequence <= $place ORDER BY sequence DESC LIMIT 1
