create function analytics.accounts_without_as_of(brand_id text, bases text[], stored_before timestamptz)
returns bigint[]
language plpgsql stable
as $$
declare
  v_accounts bigint[];
begin
  execute (
    select pg_catalog.format(
      'select coalesce(pg_catalog.array_agg(accounts.entity_id), ''{}'') from analytics.entities as accounts'
      ' where accounts.brand_id = $1 and accounts.level = ''account'' and accounts.entity_id not in ('
      'select coalesce(entities.account_entity_id, entities.entity_id)'
      ' from analytics.facts_as_of($1, ''-infinity'', ''infinity'', $2) as facts'
      ' join analytics.entities on entities.brand_id = $1 and entities.entity_id = facts.entity_id'
      ' group by 1 having %s)',
      coalesce(pg_catalog.string_agg(pg_catalog.format('count(facts.%I) > 0', base.source_column), ' and '), 'true')
    )
    from analytics.metric_definitions as base
    where base.source_column is not null and base.name = any (accounts_without_as_of.bases)
  )
  into v_accounts
  using accounts_without_as_of.brand_id, accounts_without_as_of.stored_before;
  return v_accounts;
end
$$;
comment on function analytics.accounts_without_as_of(text, text[], timestamptz) is
  'Returns the ad accounts of a brand that had not reported one of these metrics before a time, as analytics.accounts_without.';

create function analytics.missing_bases_as_of(
  brand_id text, metrics text[], revenue_source text, date_from date, date_to date, stored_before timestamptz
)
returns table (entity_id bigint, base text, is_never boolean, days datemultirange)
language plpgsql stable
as $$
declare
  v_bases constant text[] := analytics.counted_bases(missing_bases_as_of.metrics, missing_bases_as_of.revenue_source);
  v_query constant text := (
    select pg_catalog.format(
      $query$
      with account_days as (
        select coalesce(entities.account_entity_id, entities.entity_id) as entity_id, facts.day, count(*) as reports, %1$s
        from analytics.facts_as_of($1, $2, $3, $4) as facts
        join analytics.entities on entities.brand_id = $1 and entities.entity_id = facts.entity_id
        group by 1, 2
      ),
      gaps as (
        select
          account_days.entity_id, missing.base, sum(missing.reports) as reports,
          pg_catalog.range_agg(pg_catalog.daterange(account_days.day, account_days.day + 1)) filter (where missing.reports < account_days.reports) as days
        from account_days
        cross join lateral (values %2$s) as missing (base, reports)
        group by account_days.entity_id, missing.base
      )
      select gaps.entity_id, gaps.base, gaps.reports = 0 and gaps.entity_id = any (analytics.accounts_without_as_of($1, array[gaps.base], $4)), gaps.days
      from gaps
      where gaps.days is not null
      $query$,
      pg_catalog.string_agg(pg_catalog.format('count(facts.%1$I) as %2$I', base.source_column, base.name), ', '),
      pg_catalog.string_agg(pg_catalog.format('(%1$L, account_days.%1$I)', base.name), ', ')
    )
    from analytics.metric_definitions as base
    where base.name = any (v_bases)
    having count(*) > 0
  );
begin
  if v_query is not null then
    return query execute v_query
    using missing_bases_as_of.brand_id, missing_bases_as_of.date_from, missing_bases_as_of.date_to, missing_bases_as_of.stored_before;
  end if;
end
$$;
comment on function analytics.missing_bases_as_of(text, text[], text, date, date, timestamptz) is
  'Returns the missing bases of ad accounts as analytics.missing_bases, from the facts as they were before a time.';
grant execute on function
  analytics.accounts_without_as_of(text, text[], timestamptz),
  analytics.missing_bases_as_of(text, text[], text, date, date, timestamptz)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
