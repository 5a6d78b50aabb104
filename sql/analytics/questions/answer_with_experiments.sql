create function analytics.answer_with_experiments(brand core.brands, filters jsonb)
returns json
language sql stable
as $$
  with found as materialized (
    select
      held as experiment,
      pg_catalog.row_number() over (order by held.starts_on desc, held.created_at desc, held.experiment_id) as rank,
      count(*) over () as number
    from analytics.experiments as held
    where held.brand_id = (answer_with_experiments.brand).brand_id
      and (not answer_with_experiments.filters ? 'platform' or answer_with_experiments.filters -> 'platform' ? held.platform)
      and not coalesce(answer_with_experiments.filters -> 'platform_not' ? held.platform, false)
      and (not answer_with_experiments.filters ? 'status' or answer_with_experiments.filters -> 'status' ? held.status)
  ),
  read as materialized (
    select found.experiment, found.rank, found.number, analytics.lift(answer_with_experiments.brand, found.experiment) as result
    from found
    where found.rank <= 20
  ),
  warned as (
    -- Without a name, a limitation can only be of a single experiment.
    select 1 as place, limited.position, limited.warning
    from read
    cross join lateral pg_catalog.jsonb_array_elements(read.result -> 'warnings') with ordinality as limited (warning, position)
    where read.number = 1
    union all
    select 2, read.rank, platform.warning('experiment_named_is_not_finished', pg_catalog.jsonb_build_object(
      'name', (read.experiment).name, 'status', (read.experiment).status, 'ends_on', (read.experiment).ends_on
    ))
    from read
    where (read.experiment).status in ('planned', 'running')
    union all
    select 3, 0, platform.warning('read_outs_have_limitations', pg_catalog.jsonb_build_object(
      'names', pg_catalog.jsonb_agg((read.experiment).name order by read.rank)
    ))
    from read
    where read.number > 1 and pg_catalog.jsonb_array_length(read.result -> 'warnings') > 0
    having count(*) > 0
    union all
    select 4, 0, platform.warning('no_experiments', pg_catalog.jsonb_build_object(
      'has_others', exists (
        select from analytics.experiments as others where others.brand_id = (answer_with_experiments.brand).brand_id
      )
    ))
    where not exists (select from found)
  )
  select pg_catalog.json_build_object(
    'data', (
      select pg_catalog.json_agg(
        pg_catalog.jsonb_build_object(
          'experiment_id', (read.experiment).experiment_id,
          'name', (read.experiment).name,
          'platform', (read.experiment).platform,
          'status', (read.experiment).status,
          'starts_on', (read.experiment).starts_on,
          'ends_on', (read.experiment).ends_on,
          'metric', (read.experiment).metric,
          'pairs', (read.experiment).pairs,
          'result', read.result - 'warnings'
        )
        order by read.rank
      )
      from read
    ),
    'total_rows', (select coalesce(max(found.number), 0) from found),
    'data_through', (select known.last_on from analytics.orders_known(answer_with_experiments.brand) as known),
    'warnings', (select coalesce(pg_catalog.jsonb_agg(warned.warning order by warned.place, warned.position), '[]') from warned)
  );
$$;
comment on function analytics.answer_with_experiments(core.brands, jsonb) is
  'Answers a question about experiments: the latest 20 of these platforms and statuses, the latest first, each with its read-out from the present data '
  '(analytics.lift). result is null before the end. Warnings name experiments that are not finished, limited read-outs, and that there is none.';
grant execute on function analytics.answer_with_experiments(core.brands, jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
