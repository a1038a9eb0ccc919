-- What stands guard over the log: triggers (how enabled, by what words) and whatever else could
-- come between a statement and the tables.
SELECT held.relname, trigger.tgname, trigger.tgenabled::text, guard.proname, guard.prosrc
FROM pg_trigger AS trigger
JOIN pg_class AS held ON held.oid = trigger.tgrelid
JOIN pg_proc AS guard ON guard.oid = trigger.tgfoid
WHERE NOT trigger.tgisinternal
    AND held.oid IN ('audit_record'::regclass, 'audit_count'::regclass, 'signed_head'::regclass)
UNION ALL
SELECT held.relname, rule.rulename, '', 'a rule', ''
FROM pg_rewrite AS rule
JOIN pg_class AS held ON held.oid = rule.ev_class
WHERE held.oid IN ('audit_record'::regclass, 'audit_count'::regclass, 'signed_head'::regclass)
ORDER BY 1, 2
