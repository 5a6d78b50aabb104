create function console.view(brand_id text, date_from date, date_to date)
returns json
language plpgsql stable
as $$
begin
  perform analytics.check_range(view.date_from, view.date_to, 'day');
  return pg_catalog.json_build_object(
    'date_from', view.date_from,
    'date_to', view.date_to,
    'platforms', analytics.connected_platforms(view.brand_id),
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
comment on function console.view(text, date, date) is
  'The days of a page and what its menus offer: the connected platforms, and the 20 campaigns with the highest spend in these days. Raises BADRQ for '
  'an invalid range.';
grant execute on function console.view(text, date, date) to vitrine_person;
call core.register_operation('console.view', 'console');
