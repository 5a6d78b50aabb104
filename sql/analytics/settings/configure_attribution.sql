create function analytics.require_attribution_model(brand_id text, model text)
returns void
language plpgsql stable
as $$
begin
  if require_attribution_model.model = 'participation'
    or not exists (select from analytics.attribution_models as models where models.model = coalesce(require_attribution_model.model, 'linear')) then
    perform platform.fail(
      'BADRQ', 'cannot_divide_orders_among_channels', 'model',
      pg_catalog.json_build_object(
        'model', require_attribution_model.model,
        'models', array(
          select models.model from analytics.attribution_models as models where models.is_additive order by models.position
        )
      )
    );
  end if;
  if require_attribution_model.model = 'markov' then
    perform analytics.require_lost_journeys(require_attribution_model.brand_id);
  end if;
end
$$;
comment on function analytics.require_attribution_model(text, text) is
  'Raises BADRQ for a model that cannot divide orders, and NTRDY for markov if only shops and GA4 report journeys. Null is no change.';

create function analytics.check_attribution(settings analytics.attribution_settings)
returns void
language plpgsql stable
as $$
begin
  perform platform.require_number('click_days', (check_attribution.settings).click_days, 1, 365);
  perform platform.require_number('view_days', (check_attribution.settings).view_days, 0, 365);
  perform platform.require_number('half_life_hours', (check_attribution.settings).half_life_hours, 1, 8760);
  perform platform.require_choice('accounting', (check_attribution.settings).accounting, array['accrual', 'cash']);
  perform analytics.require_attribution_model((check_attribution.settings).brand_id, (check_attribution.settings).model);
end
$$;
comment on function analytics.check_attribution(analytics.attribution_settings) is
  'Raises BADRQ for settings beyond the limits of analytics.attribution_settings, and as analytics.require_attribution_model.';
grant execute on function
  analytics.require_attribution_model(text, text),
  analytics.check_attribution(analytics.attribution_settings)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.configure_attribution(
  brand_id text,
  model text default null,
  click_days integer default null,
  view_days integer default null,
  half_life_hours integer default null,
  accounting text default null,
  is_collapsed boolean default null,
  is_cut_at_orders boolean default null,
  direct_channels text[] default null
)
returns void
language plpgsql volatile
as $$
begin
  perform analytics.require_attribution_model(configure_attribution.brand_id, configure_attribution.model);
  insert into analytics.attribution_settings (brand_id) values (configure_attribution.brand_id) on conflict do nothing;
  update analytics.attribution_settings as held
  set
    model = coalesce(configure_attribution.model, held.model),
    click_days = coalesce(configure_attribution.click_days, held.click_days),
    view_days = coalesce(configure_attribution.view_days, held.view_days),
    half_life_hours = coalesce(configure_attribution.half_life_hours, held.half_life_hours),
    accounting = coalesce(configure_attribution.accounting, held.accounting),
    is_collapsed = coalesce(configure_attribution.is_collapsed, held.is_collapsed),
    is_cut_at_orders = coalesce(configure_attribution.is_cut_at_orders, held.is_cut_at_orders),
    direct_channels = coalesce(configure_attribution.direct_channels, held.direct_channels),
    version = held.version + 1
  where held.brand_id = configure_attribution.brand_id;
  perform analytics.attribute(data_status.brand_id, data_status.first_on, analytics.last_attributed_on(data_status.brand_id))
  from analytics.data_status
  where data_status.brand_id = configure_attribution.brand_id and data_status.kind = 'orders';
end
$$;
comment on function analytics.configure_attribution(text, text, integer, integer, integer, text, boolean, boolean, text[]) is
  'Sets the given attribution_settings of a brand, keeps the others, and recomputes the attribution of all orders. Windows are days before the '
  'order, the half-life is in hours. Raises BADRQ for a model that cannot divide orders, and NTRDY for markov if only shops and GA4 '
  'report journeys.';
grant execute on function analytics.configure_attribution(text, text, integer, integer, integer, text, boolean, boolean, text[]) to vitrine_worker;

create function analytics.apply_attribution_change(brand_id text)
returns boolean
language plpgsql volatile
as $$
declare
  v_change analytics.attribution_changes;
begin
  select held.* into v_change
  from analytics.attribution_changes as held
  where held.brand_id = apply_attribution_change.brand_id and not held.is_refused
  for update;
  if not found then
    return false;
  end if;
  -- The command line may have changed the settings since the request. It waits here until this change is decided.
  perform from analytics.attribution_settings as held where held.brand_id = v_change.brand_id for update;
  if (analytics.attribution_settings_of(v_change.brand_id)).version = v_change.version then
    begin
      perform analytics.configure_attribution(
        v_change.brand_id, v_change.model, v_change.click_days, v_change.view_days, v_change.half_life_hours, v_change.accounting
      );
      delete from analytics.attribution_changes as held where held.brand_id = v_change.brand_id;
      return true;
    exception when sqlstate 'NTRDY' then
      null;
    end;
  end if;
  update analytics.attribution_changes as held set is_refused = true where held.brand_id = v_change.brand_id;
  return false;
end
$$;
comment on function analytics.apply_attribution_change(text) is
  'Applies the requested attribution settings of a brand (analytics.configure_attribution), and returns whether it did. Refuses the change if the '
  'settings have another version by then, or if the journeys of the brand do not allow the model.';

create function analytics.due_attribution_changes()
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select held.brand_id from analytics.attribution_changes as held where not held.is_refused order by held.requested_at;
$$;
comment on function analytics.due_attribution_changes() is 'The brands with requested attribution settings that are not applied yet.';
revoke execute on function analytics.due_attribution_changes() from public;
grant execute on function analytics.apply_attribution_change(text) to vitrine_worker;
