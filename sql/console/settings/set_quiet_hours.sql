create function console.set_quiet_hours(
  brand_id text, version integer, starts_at time default null, ends_at time default null, days integer[] default null
)
returns jsonb
language plpgsql volatile
as $$
declare
  v_days constant smallint[] := coalesce(
    (select pg_catalog.array_agg(distinct given.day order by given.day) from pg_catalog.unnest(set_quiet_hours.days) as given (day)), '{1,2,3,4,5,6,7}'
  );
  v_version integer;
begin
  if pg_catalog.num_nonnulls(set_quiet_hours.starts_at, set_quiet_hours.ends_at) = 1 then
    perform platform.fail('BADRQ', 'must_have_a_start_and_an_end', case when set_quiet_hours.starts_at is null then 'starts_at' else 'ends_at' end);
  elsif set_quiet_hours.starts_at = set_quiet_hours.ends_at and pg_catalog.cardinality(v_days) = 7 then
    perform platform.fail('BADRQ', 'must_not_be_quiet_always', 'ends_at');
  end if;
  select brands.version into strict v_version from core.brands where brands.brand_id = set_quiet_hours.brand_id for no key update;
  if v_version <> set_quiet_hours.version then
    perform platform.fail('STALE', 'the_brand_changed_meanwhile');
  end if;
  update core.brands
  set
    quiet_from = set_quiet_hours.starts_at, quiet_to = set_quiet_hours.ends_at,
    quiet_days = case when set_quiet_hours.starts_at is not null then v_days end, version = brands.version + 1
  where brands.brand_id = set_quiet_hours.brand_id;
  return pg_catalog.jsonb_build_object('version', v_version + 1);
end
$$;
comment on function console.set_quiet_hours(text, integer, time, time, integer[]) is
  'Sets the quiet hours of a brand, in its time zone, for an admin. Without times there are none. days: the weekdays on which they begin, from 1 for Monday to 7, by '
  'default all. Raises BADRQ for one time alone, or if all time would be quiet, and STALE if another person changed the brand since this version.';
grant execute on function console.set_quiet_hours(text, integer, time, time, integer[]) to vitrine_person;
call core.register_operation('console.set_quiet_hours', 'console', access => 'write');
