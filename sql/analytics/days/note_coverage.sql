create function analytics.note_coverage(brand_id text, days date[])
returns void
language plpgsql volatile
as $$
declare
  v_days constant datemultirange := (
    select coalesce(pg_catalog.range_agg(pg_catalog.daterange(changed.day, changed.day, '[]')), '{}') from pg_catalog.unnest(note_coverage.days) as changed (day)
  );
begin
  with reported as (
    select facts.entity_id, part.measure, pg_catalog.range_agg(pg_catalog.daterange(facts.day, facts.day, '[]')) as days
    from analytics.rollups_daily as facts
    cross join lateral (
      select 'any'
      union all
      select 'active' where facts.spend_micros > 0 or facts.store_revenue_micros > 0
      union all
      select base.name
      from pg_catalog.jsonb_each_text(pg_catalog.to_jsonb(facts)) as held (source_column, value)
      join analytics.metric_definitions as base on base.source_column = held.source_column
      where held.value is not null
    ) as part (measure)
    where facts.brand_id = note_coverage.brand_id and facts.level = 'account'
      and facts.day >= pg_catalog.lower(v_days) and facts.day < pg_catalog.upper(v_days) and v_days @> facts.day
    group by facts.entity_id, part.measure
  )
  insert into analytics.coverage as held (brand_id, entity_id, measure, days)
  select note_coverage.brand_id, entity_id, measure, coalesce(reported.days, '{}')
  from reported
  full join (
    select known.entity_id, known.measure from analytics.coverage as known where known.brand_id = note_coverage.brand_id and known.days && v_days
  ) as known using (entity_id, measure)
  on conflict on constraint coverage_pkey do update set days = held.days - v_days + excluded.days
  where held.days <> held.days - v_days + excluded.days;
  delete from analytics.coverage as held where held.brand_id = note_coverage.brand_id and held.days = '{}';
end
$$;
comment on function analytics.note_coverage(text, date[]) is 'Updates analytics.coverage after facts of these days changed.';
grant execute on function analytics.note_coverage(text, date[]) to vitrine_worker;

create function analytics.clip_coverage(brand_id text, first_on date)
returns void
language plpgsql volatile
as $$
declare
  v_kept constant daterange := pg_catalog.daterange(clip_coverage.first_on, null);
begin
  perform core.enter_brand(clip_coverage.brand_id);
  delete from analytics.coverage as held where held.brand_id = clip_coverage.brand_id and not held.days && v_kept;
  update analytics.coverage as held set days = held.days * pg_catalog.datemultirange(v_kept)
  where held.brand_id = clip_coverage.brand_id and not held.days <@ v_kept;
end
$$;
comment on function analytics.clip_coverage(text, date) is
  'Removes the days before first_on from analytics.coverage of a brand, after their facts were deleted or their partitions dropped.';
grant execute on function analytics.clip_coverage(text, date) to vitrine_worker;
