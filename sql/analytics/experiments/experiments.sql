create function analytics.experiments(brand_id text, status text default null, "limit" integer default 50, page integer default 1)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(experiments.brand_id);
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
begin
  perform platform.require_choice('status', experiments.status, array['planned', 'running', 'ended', 'canceled', null]);
  perform platform.require_page(experiments."limit", experiments.page);
  return (
    with chosen as materialized (
      select held as experiment, pg_catalog.row_number() over (order by held.starts_on desc, held.created_at desc, held.experiment_id) as rank
      from analytics.experiments as held
      where held.brand_id = v_brand.brand_id and (experiments.status is null or held.status = experiments.status)
    )
    select pg_catalog.jsonb_build_object(
      'brand_id', experiments.brand_id,
      'currency', v_brand.currency,
      'today', v_today,
      'data', coalesce(
        pg_catalog.jsonb_agg(analytics.shown_experiment(chosen.experiment, v_today) order by chosen.rank) filter (
          where chosen.rank > experiments."limit"::bigint * (experiments.page - 1) and chosen.rank <= experiments."limit"::bigint * experiments.page
        ), '[]'
      ),
      'meta', pg_catalog.jsonb_build_object('total_rows', count(*), 'truncated', count(*) > experiments."limit"::bigint * experiments.page)
    )
    from chosen
  );
end
$$;
comment on function analytics.experiments(text, text, integer, integer) is
  'GET /v1/experiments: the experiments of a brand, the latest first, each with its read-out of the time when it was ended.';
grant execute on function analytics.experiments(text, text, integer, integer) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.experiments', 'read:marketing', served_by => '{analytics,console}');
