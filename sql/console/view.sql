create function console.unread_sources(brand_id text, date_from date, date_to date, platforms text[])
returns table (source_id text, name text, platform text, status text, progress numeric, missing_from date)
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return query
  select held.source_id, held.name, held.platform, held.status, unread.progress, paused.missing_from
  from sources.sources as held
  left join sources.unread_accounts(unread_sources.brand_id, unread_sources.platforms) as unread
    on unread.source_id = held.source_id and unread.days && pg_catalog.daterange(unread_sources.date_from, unread_sources.date_to, '[]')
  left join lateral (
    select max(whole.ends_on) as missing_from
    from sources.windows
    -- A day that had not ended when it was read is not whole.
    cross join lateral (
      select least(windows.last_on + 1, (windows.read_at at time zone held.timezone)::date) as ends_on
    ) as whole
    where windows.brand_id = unread_sources.brand_id and windows.source_id = held.source_id and windows.read_at is not null
      and windows.report not in ('ads_hourly', 'products')
      and held.status = 'paused'
      and (unread_sources.platforms is null or analytics.imported_platform(held.platform) = any (unread_sources.platforms))
    having max(whole.ends_on) <= least(unread_sources.date_to, (platform.now() at time zone held.timezone)::date)
  ) as paused on true
  where held.brand_id = unread_sources.brand_id and (unread.source_id is not null or paused.missing_from is not null);
end
$$;
comment on function console.unread_sources(text, date, date, text[]) is
  'Returns the sources of which days of a range were not read: accounts that are being read, with the part of all days that was, and paused ones, with '
  'the first day that is missing since their last read.';
grant execute on function console.unread_sources(text, date, date, text[]) to vitrine_person;

create function console.view(brand_id text, date_from date, date_to date, platform text default null, campaign_ids text[] default null)
returns json
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  perform analytics.check_range(view.date_from, view.date_to, 'day');
  return pg_catalog.json_build_object(
    'date_from', view.date_from,
    'date_to', view.date_to,
    'platforms', analytics.connected_platforms(view.brand_id),
    'revenue_source', (select brands.revenue_source from core.brands where brands.brand_id = view.brand_id),
    'unread', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'source_id', unread.source_id, 'name', unread.name, 'platform', unread.platform, 'status', unread.status, 'progress', unread.progress,
            'missing_from', unread.missing_from
          )
          order by unread.name, unread.source_id
        )
        from console.unread_sources(
          view.brand_id, view.date_from, view.date_to,
          analytics.filtered_platforms(
            view.brand_id,
            analytics.entity_filters(
              case when view.platform is not null
                then array(select analytics.imported_platform(named.name) from pg_catalog.unnest(analytics.listed(view.platform)) as named (name))
              end,
              view.campaign_ids
            )
          )
        ) as unread
      ), '[]'
    ),
    'accounts', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object('id', accounts.external_id, 'name', accounts.name, 'platform', accounts.platform)
          order by accounts.platform, accounts.external_id
        )
        from analytics.entities as accounts
        where accounts.brand_id = view.brand_id and accounts.level = 'account'
      ), '[]'
    ),
    'campaigns', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'id', campaigns.external_id, 'name', campaigns.name, 'platform', campaigns.platform,
            'account_id', accounts.external_id, 'account_name', accounts.name
          )
          order by spent.spend_micros desc, campaigns.external_id
        )
        from (
          select facts.entity_id, sum(facts.spend_micros) as spend_micros
          from analytics.rollups_daily as facts
          where facts.brand_id = view.brand_id and facts.level = 'campaign' and facts.day between view.date_from and view.date_to
          group by facts.entity_id
          order by 2 desc nulls last, 1
          limit 20
        ) as spent
        join analytics.entities as campaigns on campaigns.brand_id = view.brand_id and campaigns.entity_id = spent.entity_id
        join analytics.entities as accounts on accounts.brand_id = view.brand_id and accounts.entity_id = campaigns.account_entity_id
      ), '[]'
    )
  );
end
$$;
comment on function console.view(text, date, date, text, text[]) is
  'The days of a page and what its menus offer: the connected platforms, and the 20 campaigns with the highest spend in these days. accounts are the '
  'names of all ad accounts. unread are the '
  'accounts of these platforms and campaigns that have not been read for all of these days, also because they are paused. Raises BADRQ for an invalid range.';
grant execute on function console.view(text, date, date, text, text[]) to vitrine_person;
call core.register_operation('console.view', 'console');
