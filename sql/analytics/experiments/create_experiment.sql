create function analytics.require_live_experiment()
returns void
language plpgsql stable
as $$
begin
  if current_user = 'vitrine_simulated' then
    perform platform.fail('DNIED', 'test_keys_cannot_run_experiments');
  end if;
end
$$;
comment on function analytics.require_live_experiment() is
  'Raises DNIED for a test key: simulated ads cannot be switched off, so a read-out of them would mean nothing.';

create function analytics.create_experiment(
  brand_id text, name text, platform text, starts_on date, pairs integer, block_days integer, washout_days integer default 1,
  metric text default 'orders', campaign_ids text[] default null
)
returns json
language plpgsql volatile
as $$
declare
  v_brand core.brands;
  v_platform text;
  v_campaigns text[];
  v_other analytics.experiments;
  v_experiment analytics.experiments;
begin
  perform analytics.require_live_experiment();
  v_brand := core.data_brand(create_experiment.brand_id);
  perform analytics.check_experiment_design(create_experiment.pairs, create_experiment.block_days, create_experiment.washout_days);
  perform platform.require_choice('metric', create_experiment.metric, array['orders', 'revenue']);
  if create_experiment.starts_on is null then
    perform platform.fail('BADRQ', 'is_required', 'starts_on');
  end if;
  perform analytics.check_first_day(v_brand, create_experiment.starts_on);
  v_platform := analytics.whole_platform(v_brand.brand_id, create_experiment.platform);
  v_campaigns := analytics.require_campaigns(v_brand.brand_id, create_experiment.campaign_ids, array[v_platform]);
  -- Concurrent requests wait for each other, so that each sees the experiment of the other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.experiments/' || v_brand.brand_id, 0));
  select held.* into v_other
  from analytics.overlapping_experiments(
    v_brand.brand_id, create_experiment.starts_on, create_experiment.starts_on + 2 * create_experiment.pairs * create_experiment.block_days - 1
  ) as held
  limit 1;
  if found then
    perform platform.fail(
      'NMOVE', 'must_not_overlap_another_experiment', 'starts_on',
      pg_catalog.json_build_object('experiment_id', v_other.experiment_id, 'name', v_other.name, 'first_on', v_other.starts_on, 'last_on', v_other.ends_on)
    );
  end if;
  insert into analytics.experiments as held (
    brand_id, name, platform, campaign_ids, metric, starts_on, pairs, block_days, washout_days, seed, power, created_by
  )
  values (
    v_brand.brand_id, create_experiment.name, v_platform, v_campaigns, create_experiment.metric, create_experiment.starts_on,
    create_experiment.pairs, create_experiment.block_days, create_experiment.washout_days, pg_catalog.floor(pg_catalog.random() * 2147483648),
    analytics.experiment_power(v_brand, create_experiment.pairs, create_experiment.block_days, create_experiment.washout_days),
    core.scope_writer_id()
  )
  returning held.* into v_experiment;
  return analytics.experiment_answer(v_brand, create_experiment.brand_id, v_experiment);
end
$$;
comment on function analytics.create_experiment(text, text, text, date, integer, integer, integer, text, text[]) is
  'POST /v1/experiments: plans a switch-back experiment with a random calendar and states its power. Changes nothing on any platform. Raises '
  'BADRQ for an impossible design, a start that is not in the future, or an unknown platform or campaign, NMOVE if another experiment of the brand is planned or '
  'running on some of these days, and NTRDY if too few days of orders are known.';
grant execute on function
  analytics.require_live_experiment(),
  analytics.create_experiment(text, text, text, date, integer, integer, integer, text, text[])
to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('analytics.create_experiment', 'write:experiments', access => 'write', role => 'analyst', served_by => '{analytics,console}');
