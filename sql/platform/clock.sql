create function platform.now()
returns timestamptz
language sql stable parallel safe
return case
  when pg_catalog.current_setting('vitrine.now', true) <> '' and pg_catalog.pg_has_role(session_user, 'vitrine_clock', 'member')
    then pg_catalog.current_setting('vitrine.now')::timestamptz
  else pg_catalog.now()
end;
comment on function platform.now() is
  'Returns the current time for data: the database clock, unless a member of vitrine_clock fixes it by the setting vitrine.now (VITRINE_NOW).';
grant execute on function platform.now() to public;

create function platform.clock()
returns timestamptz
language sql stable parallel safe
return case
  when pg_catalog.current_setting('vitrine.clock', true) <> '' and pg_catalog.pg_has_role(session_user, 'vitrine_clock', 'member')
    then pg_catalog.current_setting('vitrine.clock')::timestamptz
  else pg_catalog.now()
end;
comment on function platform.clock() is
  'Returns the current time for limits, credentials, sign-ins, leases, retries and other timeouts, which VITRINE_NOW must not stop: the database clock, '
  'unless a test fixes it by the setting vitrine.clock.';
grant execute on function platform.clock() to public;

create function platform.utc(at timestamptz)
returns text
language sql stable parallel safe
return pg_catalog.to_char(utc.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
comment on function platform.utc(timestamptz) is
  'Returns an instant in the form of every response, independent of the session''s time zone: 2026-11-20T12:00:00Z.';
grant execute on function platform.utc(timestamptz) to public;
