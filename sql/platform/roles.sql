-- Roles are cluster-wide: several databases share them, and two loads may run at once.
-- vitrine_functions logs in and owns nothing; it may only call core.call, console.call and the functions of oauth that sql/oauth/owners.sql names.
-- What a resolved credential may read is decided by the executor role that the gate hands the operation to.
do $$
declare
  v_role text;
begin
  set local client_min_messages = warning;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('vitrine.roles'));
  foreach v_role in array array[
    'vitrine_owner', 'vitrine_gate', 'vitrine_oauth', 'vitrine_anonymous', 'vitrine_key', 'vitrine_simulated', 'vitrine_person', 'vitrine_analyst', 'vitrine_clock'
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
end
$$;

-- Compiling costs more than these short statements take; a server may have it on by default.
alter role vitrine_functions set jit = off;
alter role vitrine_worker set jit = off;
-- A request is given up after this, also behind a transaction pooler, through which no session says it for itself.
alter role vitrine_functions set statement_timeout = '8s';
alter role vitrine_functions set lock_timeout = '2s';
alter role vitrine_worker set lock_timeout = '10s';
alter role vitrine_functions set idle_in_transaction_session_timeout = '10s';

comment on role vitrine_owner is 'Owns every object. Row-level security applies to it too: it has no policy on brand data.';
comment on role vitrine_gate is 'Owns core.call: reads credentials and plans, writes the limiter, sees no brand data.';
comment on role vitrine_oauth is 'Owns the functions of oauth: reads who signs in and their memberships, writes grants and tokens, sees no brand data.';
comment on role vitrine_functions is 'Login role of the serverless functions. Owns nothing, may execute core.call, core.identify, console.call and the functions of oauth.';
comment on role vitrine_anonymous is 'Executes operations for callers without a credential.';
comment on role vitrine_key is 'Executes operations for a live key or token, within the brands that it reaches.';
comment on role vitrine_simulated is 'Executes operations for a test key: sees simulated facts only.';
comment on role vitrine_person is 'Executes operations for a signed-in person, within the brands of their memberships.';
comment on role vitrine_analyst is 'Group role for people who use psql: grant it to a login role and list the brands in core.analyst_grants.';
comment on role vitrine_worker is 'Login role of jobs and importers: works on one brand at a time, the one named by core.enter_brand.';
comment on role vitrine_clock is 'Members may fix the clock of the service (VITRINE_NOW): logins of tests and demonstrations. It has no members in production.';
