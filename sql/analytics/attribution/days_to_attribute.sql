create function analytics.days_to_attribute(brand_id text)
returns setof date
language sql stable
as $$
  select days.day::date
  from analytics.data_status
  cross join lateral pg_catalog.generate_series(
    greatest(data_status.first_on, data_status.last_on - 90)::timestamp, analytics.last_attributed_on(data_status.brand_id), interval '1 day'
  ) as days (day)
  where data_status.brand_id = days_to_attribute.brand_id and data_status.kind = 'orders'
  order by 1;
$$;
comment on function analytics.days_to_attribute(text) is 'Returns the days that analytics.attribute_lately covers, oldest first.';
grant execute on function analytics.days_to_attribute(text) to vitrine_worker;
