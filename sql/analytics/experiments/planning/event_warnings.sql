create function analytics.event_warnings(events jsonb)
returns jsonb
language sql stable
return case
  when event_warnings.events = '[]' then '[]'::jsonb
  else pg_catalog.jsonb_build_array(
    platform.warning('experiment_contains_events', pg_catalog.jsonb_build_object('events', event_warnings.events))
  )
end;
comment on function analytics.event_warnings(jsonb) is
  'Returns the warning that an experiment contains holidays or promotions (analytics.shown_events), or an empty list. The random calendar keeps the test valid, '
  'but such days enlarge the differences of pairs.';
grant execute on function analytics.event_warnings(jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
