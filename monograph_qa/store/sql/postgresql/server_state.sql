-- Of the server: its version, and what a crash of its machine could cost. Of the user: its name, and
-- whether it may read the audit log and append to it.
SELECT current_setting('server_version'),
    current_setting('fsync') = 'on',
    current_setting('full_page_writes') = 'on',
    current_setting('synchronous_commit') <> 'off',
    current_user::text,
    has_table_privilege('audit_record', 'SELECT'),
    has_function_privilege('lock_audit_log()', 'EXECUTE')
