create function analytics.experiment_preview(
  brand_id text, pairs integer, block_days integer, washout_days integer default 1, starts_on date default null,
  platform text default null, campaign_ids text[] default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(experiment_preview.brand_id);
  -- The Monday after today.
  v_starts_on constant date := coalesce(
    experiment_preview.starts_on, pg_catalog.date_trunc('week', platform.now() at time zone v_brand.timezone)::date + 7
  );
  v_platform text;
  v_campaigns text[];
  v_plan jsonb;
  v_ends_on date;
  v_events jsonb;
begin
  perform analytics.check_experiment_design(experiment_preview.pairs, experiment_preview.block_days, experiment_preview.washout_days);
  perform analytics.check_first_day(v_brand, v_starts_on);
  if experiment_preview.platform is not null then
    v_platform := analytics.whole_platform(v_brand.brand_id, experiment_preview.platform);
    v_campaigns := analytics.require_campaigns(v_brand.brand_id, experiment_preview.campaign_ids, array[v_platform]);
  elsif experiment_preview.campaign_ids is not null then
    perform platform.fail('BADRQ', 'is_required', 'platform');
  end if;
  v_plan := analytics.experiment_power(v_brand, experiment_preview.pairs, experiment_preview.block_days, experiment_preview.washout_days);
  v_ends_on := v_starts_on + (v_plan ->> 'days')::integer - 1;
  v_events := analytics.shown_events(v_brand.brand_id, v_starts_on, v_ends_on);
  return pg_catalog.jsonb_build_object(
    'brand_id', experiment_preview.brand_id,
    'currency', v_brand.currency,
    'pairs', experiment_preview.pairs,
    'block_days', experiment_preview.block_days,
    'washout_days', experiment_preview.washout_days,
    'starts_on', v_starts_on,
    'ends_on', v_ends_on,
    'plan', v_plan,
    'stakes', case when v_platform is not null then analytics.experiment_stakes(v_brand, v_platform, v_campaigns, v_plan) end,
    'overlaps', (
      select coalesce(
        pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'experiment_id', held.experiment_id, 'name', held.name, 'status', held.status, 'starts_on', held.starts_on, 'ends_on', held.ends_on
          )
          order by held.starts_on, held.experiment_id
        ),
        '[]'
      )
      from analytics.overlapping_experiments(v_brand.brand_id, v_starts_on, v_ends_on) as held
    ),
    'events', v_events,
    'meta', pg_catalog.jsonb_build_object('warnings', analytics.event_warnings(v_events))
  );
end
$$;
comment on function analytics.experiment_preview(text, integer, integer, integer, date, text, text[]) is
  'GET /v1/experiment-preview: the effect that a design can detect, before an experiment is planned, the holidays and promotions in its days, '
  'the experiments that share days with it, and for the ads of a platform what it costs and can show (analytics.experiment_stakes). '
  'It starts on the next Monday by default. Stores nothing. Raises BADRQ for an impossible design or first day, an unknown platform or campaign and campaigns without a platform, and NTRDY as analytics.experiment_power.';
grant execute on function analytics.experiment_preview(text, integer, integer, integer, date, text, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.experiment_preview', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
