create function storefront.queries(
  brand_id text,
  has_results boolean default null,
  platform text default null,
  date date default null,
  page integer default 1,
  "limit" integer default 50
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(queries.brand_id);
  v_answer json;
begin
  perform platform.require_page(queries."limit", queries.page);
  with known as materialized (
    select held.* from storefront.agent_queries as held where held.brand_id = v_brand_id
  ),
  asked as materialized (
    select
      known.words, pg_catalog.array_agg(distinct known.platform) as platforms, sum(known.weight) as requests,
      coalesce(sum(known.weight) filter (where known.results = 0), 0) as without_results,
      max(known.asked_at) as last_asked_at
    from known
    where known.words <> ''
      and (queries.has_results is null or (known.results > 0) = queries.has_results)
      and (queries.platform is null or known.platform = queries.platform)
      and (queries.date is null or known.date = queries.date)
    group by known.words
  )
  select pg_catalog.json_build_object(
    'requests', (select pg_catalog.round(coalesce(sum(known.weight), 0)) from known),
    'without_results', (select pg_catalog.round(coalesce(sum(known.weight), 0)) from known where known.results = 0),
    'is_estimate', (select coalesce(pg_catalog.bool_or(known.weight > 1), false) from known),
    'days', (
      select coalesce(pg_catalog.json_agg(
        pg_catalog.json_build_object('date', counted.date, 'requests', counted.requests, 'without_results', counted.without_results) order by counted.date
      ), '[]')
      from (
        select
          known.date, pg_catalog.round(sum(known.weight)) as requests,
          pg_catalog.round(coalesce(sum(known.weight) filter (where known.results = 0), 0)) as without_results
        from known
        group by known.date
      ) as counted
    ),
    'platforms', (
      select coalesce(pg_catalog.json_agg(
        pg_catalog.json_build_object('platform', counted.platform, 'requests', counted.requests, 'without_results', counted.without_results)
        order by counted.requests desc, counted.platform
      ), '[]')
      from (
        select
          known.platform, pg_catalog.round(sum(known.weight)) as requests,
          pg_catalog.round(coalesce(sum(known.weight) filter (where known.results = 0), 0)) as without_results
        from known
        group by known.platform
        order by 2 desc, 1
        limit 50
      ) as counted
    ),
    'queries', (
      select coalesce(pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'words', shown.words, 'platforms', pg_catalog.to_jsonb(shown.platforms[:10]), 'requests', pg_catalog.round(shown.requests),
          'without_results', pg_catalog.round(shown.without_results), 'last_asked_at', platform.utc(shown.last_asked_at)
        )
        order by shown.requests desc, shown.last_asked_at desc, shown.words
      ), '[]')
      from (
        select asked.* from asked order by asked.requests desc, asked.last_asked_at desc, asked.words
        limit queries."limit" offset (queries.page - 1)::bigint * queries."limit"
      ) as shown
    ),
    'pagination', commerce.pagination((select count(*) from asked), queries.page, queries."limit")
  ) into v_answer;
  return v_answer;
end
$$;
comment on function storefront.queries(text, boolean, text, date, integer, integer) is
  'GET /queries: what agents asked a shop in the last 7 days, by day, platform and words, and how often nothing was found. has_results => false selects the '
  'words of requests without results. Counts are sums of weights: estimates if lookups were sampled.';
grant execute on function storefront.queries(text, boolean, text, date, integer, integer) to vitrine_key, vitrine_simulated, vitrine_person;
grant select on storefront.agent_queries to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('storefront.queries', 'write:storefront', brand => 'shown', may_lag => true, served_by => '{storefront,console}');
