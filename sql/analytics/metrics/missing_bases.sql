create function analytics.accounts_without(brand_id text, bases text[])
returns bigint[]
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return array(
    select accounts.entity_id
    from analytics.entities as accounts
    where accounts.brand_id = accounts_without.brand_id and accounts.level = 'account'
      and exists (
        select
        from analytics.metric_definitions as base
        where base.source_column is not null and base.name = any (accounts_without.bases)
          and not exists (
            select from analytics.coverage as held
            where held.brand_id = accounts_without.brand_id and held.entity_id = accounts.entity_id and held.measure = base.name
          )
      )
  );
end
$$;
comment on function analytics.accounts_without(text, text[]) is 'Returns the ad accounts of a brand that have never reported one of these metrics.';

create function analytics.paired_metrics(metrics text[], revenue_source text)
returns text[]
language plpgsql stable
as $$
begin
  return (
    -- Excludes ratios with bases from different rows: store revenue belongs to no ad, and mer compares the store with all spend. Reach cannot be added
    -- up.
    select coalesce(pg_catalog.array_agg(metric.name order by metric.position), '{}')
    from analytics.metric_definitions as metric
    where metric.name = any (paired_metrics.metrics)
      and metric.denominator is not null
      and pg_catalog.cardinality(metric.bases) > 1
      and metric.name not in ('mer', 'frequency')
      and not (paired_metrics.revenue_source = 'store' and 'revenue' = any (metric.bases))
  );
end
$$;
comment on function analytics.paired_metrics(text[], text) is
  'Returns the ratios among these metrics whose bases are summed over the same reports, those that have all of them.';

create function analytics.paired_sums(metrics text[], revenue_source text, without bigint[] default '{}')
returns table (metric text, name text, source_column text, condition text)
language sql stable
as $$
  select
    metric.name,
    metric.name || '_' || base.name,
    base.source_column,
    case when metric.denominator is null then pg_catalog.format('facts.entity_id <> all (%L::bigint[])', paired_sums.without)
      else pg_catalog.string_agg(pg_catalog.format('facts.%I is not null', base.source_column), ' and ') over (partition by metric.name)
    end
  from analytics.metric_definitions as metric
  join analytics.metric_definitions as base on base.source_column is not null and base.name = any (metric.bases)
  -- A subquery is computed once, a function of the condition for each row.
  where metric.name = any ((select analytics.paired_metrics(paired_sums.metrics, paired_sums.revenue_source))::text[])
    or metric.name = 'profit' and metric.name = any (paired_sums.metrics) and paired_sums.without <> '{}';
$$;
comment on function analytics.paired_sums(text[], text, bigint[]) is
  'Returns the sums that these metrics need in addition to the plain sums of their bases. name is <metric>_<base>, condition selects the facts. A '
  'ratio uses the facts that have all of its bases, profit the facts of entities that are not in without.';

create function analytics.entities_without(brand_id text, metrics text[], revenue_source text, stored_before timestamptz default null)
returns bigint[]
language plpgsql stable
as $$
declare
  v_accounts bigint[];
begin
  -- A sort that is not given is a null among the metrics.
  if ('profit' = any (entities_without.metrics)) is not true or entities_without.revenue_source = 'store' then
    return '{}'::bigint[];
  end if;
  v_accounts := case when entities_without.stored_before is null then analytics.accounts_without(entities_without.brand_id, '{revenue,cogs}')
    else analytics.accounts_without_as_of(entities_without.brand_id, '{revenue,cogs}', entities_without.stored_before)
  end;
  return array(
    select entities.entity_id
    from analytics.entities
    where entities.brand_id = entities_without.brand_id
      and coalesce(entities.account_entity_id, entities.entity_id) = any (v_accounts)
  );
end
$$;
comment on function analytics.entities_without(text, text[], text, timestamptz) is
  'Returns the ad accounts that have never reported revenue or the cost of goods, now or before a time, with all entities below them, if profit is '
  'requested. profit excludes them.';

create function analytics.has_mixed_reports(brand_id text, metrics text[], revenue_source text, date_from date, date_to date)
returns boolean
-- plpgsql keeps the plan of the query.
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  -- Usually every report of a day has the same bases.
  if not exists (
    select from analytics.mixed_reports as mixed
    where mixed.brand_id = has_mixed_reports.brand_id and mixed.day between has_mixed_reports.date_from and has_mixed_reports.date_to
  ) then
    return false;
  end if;
  return (
    select exists (
      select
      from analytics.mixed_reports as mixed
      where mixed.brand_id = has_mixed_reports.brand_id
        and mixed.day between has_mixed_reports.date_from and has_mixed_reports.date_to
        and mixed.measure in (
          select base.name
          from analytics.metric_definitions as metric
          cross join pg_catalog.unnest(metric.bases) as base (name)
          where metric.name = any (analytics.paired_metrics(has_mixed_reports.metrics, has_mixed_reports.revenue_source))
        )
    )
  );
end
$$;
comment on function analytics.has_mixed_reports(text, text[], text, date, date) is
  'Returns whether any account has a day with reports both with and without a base of these ratios. Only the facts then show which reports count.';

create function analytics.counted_bases(metrics text[], revenue_source text)
returns text[]
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select coalesce(pg_catalog.array_agg(base.name order by base.position), '{}')
    from analytics.metric_definitions as base
    where base.source_column is not null
      and base.name <> 'reach'
      and not (counted_bases.revenue_source = 'store' and base.name = 'revenue')
      and exists (
        select from analytics.metric_definitions as metric
        where metric.name = any (counted_bases.metrics) and base.name = any (metric.bases)
      )
  );
end
$$;
comment on function analytics.counted_bases(text[], text) is 'Returns the base metrics of ad accounts that these metrics are summed from.';

create function analytics.missing_bases(brand_id text, metrics text[], revenue_source text, date_from date, date_to date)
returns table (entity_id bigint, base text, is_never boolean, days datemultirange)
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_bases constant text[] := analytics.counted_bases(missing_bases.metrics, missing_bases.revenue_source);
  v_range constant datemultirange := case when missing_bases.date_from <= missing_bases.date_to
    then pg_catalog.datemultirange(pg_catalog.daterange(missing_bases.date_from, missing_bases.date_to, '[]'))
    else '{}'
  end;
begin
  return query
  select accounts.entity_id, base.name, reported.days is null, missing.days
  from analytics.coverage as accounts
  cross join pg_catalog.unnest(v_bases) as base (name)
  left join analytics.coverage as reported
    on reported.brand_id = accounts.brand_id and reported.entity_id = accounts.entity_id and reported.measure = base.name
  left join (
    select mixed.entity_id, mixed.measure, pg_catalog.range_agg(pg_catalog.daterange(mixed.day, mixed.day, '[]')) as days
    from analytics.mixed_reports as mixed
    where mixed.brand_id = missing_bases.brand_id and mixed.day between missing_bases.date_from and missing_bases.date_to
      and mixed.measure = any (v_bases)
    group by mixed.entity_id, mixed.measure
  ) as mixed on mixed.entity_id = accounts.entity_id and mixed.measure = base.name
  cross join lateral (
    select accounts.days * v_range - coalesce(reported.days, '{}') + coalesce(mixed.days, '{}') as days
  ) as missing
  where accounts.brand_id = missing_bases.brand_id and accounts.measure = 'any' and missing.days <> '{}';
end
$$;
comment on function analytics.missing_bases(text, text[], text, date, date) is
  'Returns the ad accounts with reports of a range that lack a base of these metrics, and the days of these reports. is_never means that the '
  'account has never reported it. An amount that could not be converted is also missing.';

grant execute on function
  analytics.accounts_without(text, text[]),
  analytics.paired_metrics(text[], text),
  analytics.paired_sums(text[], text, bigint[]),
  analytics.entities_without(text, text[], text, timestamptz),
  analytics.has_mixed_reports(text, text[], text, date, date),
  analytics.counted_bases(text[], text),
  analytics.missing_bases(text, text[], text, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function analytics.paired_metrics(text[], text), analytics.paired_sums(text[], text, bigint[]) to vitrine_worker;
