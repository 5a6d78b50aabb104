create function console.change_attribution(
  brand_id text, version integer, model text, click_days integer, view_days integer, half_life_hours integer, accounting text
)
returns jsonb
language plpgsql volatile
as $$
declare
  v_settings analytics.attribution_settings := analytics.attribution_settings_of(change_attribution.brand_id);
  v_requested_at timestamptz;
begin
  v_settings.model := change_attribution.model;
  v_settings.click_days := change_attribution.click_days;
  v_settings.view_days := change_attribution.view_days;
  v_settings.half_life_hours := change_attribution.half_life_hours;
  v_settings.accounting := change_attribution.accounting;
  perform analytics.check_attribution(v_settings);
  insert into analytics.attribution_changes as held (brand_id, model, click_days, view_days, half_life_hours, accounting, version, requested_at)
  values (
    change_attribution.brand_id, change_attribution.model, change_attribution.click_days, change_attribution.view_days,
    change_attribution.half_life_hours, change_attribution.accounting, change_attribution.version, platform.clock()
  )
  on conflict on constraint attribution_changes_pkey do update
  set
    model = excluded.model, click_days = excluded.click_days, view_days = excluded.view_days, half_life_hours = excluded.half_life_hours,
    accounting = excluded.accounting, version = excluded.version, is_refused = false, requested_at = excluded.requested_at
  where held.is_refused
  returning held.requested_at into v_requested_at;
  -- Read after the insert, which waits for a change that is applied at the same time.
  if v_requested_at is null or (analytics.attribution_settings_of(change_attribution.brand_id)).version <> change_attribution.version then
    perform platform.fail('STALE', 'attribution_changed_meanwhile');
  end if;
  return pg_catalog.jsonb_build_object('requested_at', platform.utc(v_requested_at));
end
$$;
comment on function console.change_attribution(text, integer, text, integer, integer, integer, text) is
  'Requests new attribution settings of a brand for an admin. The worker applies them, because all orders are attributed again. version is the one '
  'that the person saw. Raises STALE if the settings changed since, or if another change is not applied yet, and BADRQ for invalid settings.';
grant execute on function console.change_attribution(text, integer, text, integer, integer, integer, text) to vitrine_person;
call core.register_operation('console.change_attribution', 'console', access => 'write');
