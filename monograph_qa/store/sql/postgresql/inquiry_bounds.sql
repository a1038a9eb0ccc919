-- What bounds the rest of the transaction: time, a client that is gone, and, where this user may
-- take it, a role that can do no more than read.
SELECT set_config('statement_timeout', $milliseconds, true),
    set_config('lock_timeout', '5s', true),
    set_config('idle_in_transaction_session_timeout', '60s', true),
    set_config('client_connection_check_interval', '1s', true),
    (
        SELECT set_config('role', rolname, true)
        FROM pg_roles
        WHERE rolname = $role AND pg_has_role(current_user, oid, 'MEMBER')
    )
