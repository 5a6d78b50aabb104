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
grant execute on function analytics.overlapping_experiments(text, date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
