create function core.is_level(admission jsonb)
returns boolean
language sql stable
return coalesce(
  pg_catalog.pg_last_wal_replay_lsn() >= (is_level.admission ->> 'lsn')::pg_lsn
  or (is_level.admission ->> 'at')::timestamptz - pg_catalog.pg_last_xact_replay_timestamp()
    <= pg_catalog.make_interval(secs => (is_level.admission ->> 'lag_seconds_max')::double precision),
  false
);
comment on function core.is_level(jsonb) is
  'Whether this replica has replayed all that the primary had written when it admitted a read, or lags by at most lag_seconds_max, by the clock of the primary '
  'alone. False on a primary.';
grant execute on function core.is_level(jsonb) to vitrine_gate;

create function core.admit_read(admission jsonb, reach text, operation core.operations)
returns jsonb
language plpgsql volatile
as $$
begin
  if not (admit_read.operation).may_lag then
    return null;
  elsif not admit_read.admission ? 'reach' then
    return admit_read.admission || pg_catalog.jsonb_build_object(
      'reach', admit_read.reach, 'lsn', pg_catalog.pg_current_wal_lsn(), 'at', pg_catalog.clock_timestamp(),
      'recorder', (admit_read.operation).recorder
    );
  elsif admit_read.reach = admit_read.admission ->> 'reach' and core.is_level(admit_read.admission) then
    return admit_read.admission;
  end if;
  return null;
end
$$;
comment on function core.admit_read(jsonb, text, core.operations) is
  'On a primary, what a replica needs to run this read. On a replica, the admission if the read may run here: the credential has the same reach, and the '
  'replica is level. Null if the read must run on the primary.';
grant execute on function core.admit_read(jsonb, text, core.operations) to vitrine_gate;
