create function analytics.attribution_settings_of(brand_id text)
returns analytics.attribution_settings
language sql stable
as $$
  select held.*
  from analytics.attribution_settings as held
  where held.brand_id = attribution_settings_of.brand_id
  union all
  -- The defaults of the table, which apply from the first import of orders.
  select
    attribution_settings_of.brand_id, 'position', 30, 1, 168, 0.4, 0.4, 'accrual', true, false,
    '{direct,(direct),none,(none),unknown}'::text[], 1
  where not exists (select from analytics.attribution_settings as held where held.brand_id = attribution_settings_of.brand_id);
$$;
comment on function analytics.attribution_settings_of(text) is
  'Returns the attribution settings of a brand, or the defaults of analytics.attribution_settings if it has none yet.';

create function analytics.shown_attribution(settings analytics.attribution_settings)
returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'model', (shown_attribution.settings).model,
  'click_days', (shown_attribution.settings).click_days,
  'view_days', (shown_attribution.settings).view_days,
  'half_life_hours', (shown_attribution.settings).half_life_hours,
  'accounting', (shown_attribution.settings).accounting
);
comment on function analytics.shown_attribution(analytics.attribution_settings) is 'The attribution settings that a person can change, as in responses.';

create function analytics.attribution_settings(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(attribution_settings.brand_id);
  v_settings constant analytics.attribution_settings := analytics.attribution_settings_of(v_brand.brand_id);
begin
  return pg_catalog.jsonb_build_object(
    'brand_id', attribution_settings.brand_id,
    'settings', analytics.shown_attribution(v_settings),
    'version', v_settings.version,
    'change', (
      select pg_catalog.jsonb_build_object(
        'settings', pg_catalog.jsonb_build_object(
          'model', held.model, 'click_days', held.click_days, 'view_days', held.view_days, 'half_life_hours', held.half_life_hours,
          'accounting', held.accounting
        ),
        'status', case when held.is_refused then 'refused' else 'pending' end,
        'requested_at', platform.utc(held.requested_at)
      )
      from analytics.attribution_changes as held
      where held.brand_id = v_brand.brand_id
    ),
    'models', (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('model', models.model, 'label', models.label, 'rule', models.rule) order by models.position
      )
      from analytics.attribution_models as models
      where models.is_additive
    )
  );
end
$$;
comment on function analytics.attribution_settings(text) is
  'GET /v1/attribution-settings: the model, windows, half-life and accounting of a brand, and a requested change that is not applied yet.';

grant execute on function analytics.attribution_settings_of(text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function
  analytics.shown_attribution(analytics.attribution_settings),
  analytics.attribution_settings(text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.attribution_settings', 'read:marketing', served_by => '{analytics,console}');
