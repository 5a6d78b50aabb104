create function analytics.overlapping_experiments(brand_id text, first_on date, last_on date)
returns setof analytics.experiments
language sql stable
as $$
  select held.*
  from analytics.experiments as held
  where held.brand_id = overlapping_experiments.brand_id and held.status in ('planned', 'running')
    and held.starts_on <= overlapping_experiments.last_on and held.ends_on >= overlapping_experiments.first_on
  order by held.starts_on, held.experiment_id;
$$;
comment on function analytics.overlapping_experiments(text, date, date) is
  'Returns the planned and running experiments of a brand that share a day with these days, in the order of their days.';

create function analytics.experiment_warnings(brand_id text, first_on date, last_on date)
returns jsonb[]
language sql stable
as $$
  select coalesce(
    pg_catalog.array_agg(
      platform.warning(
        'days_contain_experiment',
        pg_catalog.jsonb_build_object(
          'name', held.name, 'status', held.status, 'platform', held.platform, 'is_whole', held.campaign_ids is null,
          'date_from', held.starts_on, 'date_to', held.ends_on
        )
      )
      order by held.starts_on, held.experiment_id
    ),
    '{}'
  )
  from analytics.overlapping_experiments(experiment_warnings.brand_id, experiment_warnings.first_on, experiment_warnings.last_on) as held;
$$;
comment on function analytics.experiment_warnings(text, date, date) is
  'Returns a warning for each planned or running experiment with a day in a range, because expected figures of these days do not allow for ads that are switched off.';
grant execute on function
  analytics.overlapping_experiments(text, date, date),
  analytics.experiment_warnings(text, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
