create function console.view(brand_id text, date_from date, date_to date, platform text default null, campaign_ids text[] default null)
returns json
language plpgsql stable
as $$
begin
  perform analytics.check_range(view.date_from, view.date_to, 'day');
  return pg_catalog.json_build_object(
    'date_from', view.date_from,
    'date_to', view.date_to,
    'platforms', analytics.connected_platforms(view.brand_id),
    'unread', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object('source_id', unread.source_id, 'name', unread.name, 'status', unread.status, 'progress', unread.progress)
          order by unread.name, unread.source_id
        )
        from sources.unread_accounts(
          view.brand_id,
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
        where unread.days && pg_catalog.daterange(view.date_from, view.date_to, '[]')
      ), '[]'
    ),
    'campaigns', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object('id', campaigns.external_id, 'name', campaigns.name, 'platform', campaigns.platform)
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
      ), '[]'
    )
  );
end
$$;
comment on function console.view(text, date, date, text, text[]) is
  'The days of a page and what its menus offer: the connected platforms, and the 20 campaigns with the highest spend in these days. unread are the '
  'accounts of these platforms and campaigns that have not been read for all of these days. Raises BADRQ for an invalid range.';
grant execute on function console.view(text, date, date, text, text[]) to vitrine_person;
call core.register_operation('console.view', 'console');
