-- Roles are cluster-wide: several databases share them, and two loads may run at once.
-- vitrine_functions logs in and owns nothing. It may only call core.call, console.call, and functions of oauth and sources in their owners.sql.
-- The executor role, to which the gate hands the operation, decides what a resolved credential may read.
do $$
declare
  v_role text;
begin
  set local client_min_messages = warning;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('vitrine.roles'));
  foreach v_role in array array[
    'vitrine_owner', 'vitrine_gate', 'vitrine_oauth', 'vitrine_anonymous', 'vitrine_key', 'vitrine_simulated', 'vitrine_person', 'vitrine_analyst', 'vitrine_clock',
    'vitrine_backup'
  ] loop
    if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
      execute format('create role %I nologin nobypassrls', v_role);
    end if;
    execute format('grant %I to current_user', v_role);
  end loop;
  foreach v_role in array array['vitrine_functions', 'vitrine_worker'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
      execute format('create role %I login nobypassrls', v_role);
    end if;
    execute format('grant %I to current_user', v_role);
  end loop;
  -- The worker ends excess statements and sessions of the functions.
  grant vitrine_functions to vitrine_worker;
  -- A quarter of the connections stays free for the worker, migrations and people.
  execute format('alter role vitrine_functions connection limit %s', pg_catalog.current_setting('max_connections')::integer * 3 / 4);
end
$$;

-- JIT compilation costs more than these short statements. Some servers enable it by default.
alter role vitrine_functions set jit = off;
alter role vitrine_worker set jit = off;
-- The timeout of a request. Set on the role, because sessions behind a transaction pooler cannot set it. The login can change these defaults,
-- so core.limit_functions_login enforces them too.
alter role vitrine_functions set statement_timeout = '8s';
alter role vitrine_functions set lock_timeout = '2s';
alter role vitrine_worker set lock_timeout = '10s';
alter role vitrine_functions set idle_in_transaction_session_timeout = '10s';

comment on role vitrine_owner is 'Owns every object. Row-level security applies to it too: it has no policy on brand data.';
comment on role vitrine_gate is 'Owns core.call. Reads credentials and plans, writes the rate limiter, sees no brand data.';
comment on role vitrine_oauth is 'Owns the functions of oauth. Reads people and memberships, writes grants and tokens, sees no brand data.';
comment on role vitrine_functions is
  'Login role of the serverless functions. Owns nothing. May execute core.call, core.identify, console.call and the functions of oauth.';
comment on role vitrine_anonymous is 'Executes operations for callers without a credential.';
comment on role vitrine_key is 'Executes operations for a live key or token, within the brands that it reaches.';
comment on role vitrine_simulated is 'Executes operations for a test key. Sees simulated facts only.';
comment on role vitrine_person is 'Executes operations for a signed-in person, within the brands of their memberships.';
comment on role vitrine_analyst is 'Group role for people who use psql. Grant it to a login role and list the brands in core.analyst_grants.';
comment on role vitrine_worker is 'Login role of jobs and importers. Works on one brand at a time, set by core.enter_brand.';
comment on role vitrine_clock is 'Members may fix the service''s clock (VITRINE_NOW): logins of tests and demonstrations. No members in production.';
comment on role vitrine_backup is 'Reads every table for vitrine backup, because row-level security applies to owners too. The login that runs migrations is its member.';
