create function analytics.find_incomplete_days(measures text[])
returns date[]
language plpgsql volatile
as $$
declare
  v_days date[];
begin
  execute pg_catalog.format(
    'select array(select distinct facts.day from pg_temp.ad_facts as facts where pg_catalog.num_nulls(%s) > 0)',
    analytics.list_measures(find_incomplete_days.measures, 'facts.%I')
  )
  into v_days;
  return v_days;
end
$$;
comment on function analytics.find_incomplete_days(text[]) is 'Returns the days on which a staged row lacks one of these measures.';
grant execute on function analytics.find_incomplete_days(text[]) to vitrine_worker;

create function analytics.note_mixed_reports(brand_id text, days date[], incomplete_days date[])
returns void
language plpgsql volatile
set enable_nestloop = off
as $$
begin
  delete from analytics.mixed_reports as held where held.brand_id = note_mixed_reports.brand_id and held.day = any (note_mixed_reports.days);
  if note_mixed_reports.incomplete_days = '{}' then
    return;
  end if;
  execute (
    select pg_catalog.format(
      $query$
      insert into analytics.mixed_reports (brand_id, day, entity_id, measure)
      select $1, accounts.day, accounts.entity_id, measure.name
      from (
        select facts.day, coalesce(entities.account_entity_id, entities.entity_id) as entity_id, count(*) as reports, array[%1$s] as counts
        from analytics.facts_daily as facts
        join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
        where facts.brand_id = $1 and facts.day between $3 and $4 and facts.day = any ($2)
        group by 1, 2
      ) as accounts
      cross join lateral rows from (pg_catalog.unnest(accounts.counts), pg_catalog.unnest(%2$L::text[])) as measure (count, name)
      where measure.count between 1 and accounts.reports - 1
      $query$,
      pg_catalog.string_agg(pg_catalog.format('count(facts.%I)', base.source_column), ', ' order by base.position),
      pg_catalog.array_agg(base.name order by base.position)
    )
    from analytics.metric_definitions as base
    where base.source_column is not null and base.name <> 'reach'
  )
  using
    note_mixed_reports.brand_id, note_mixed_reports.incomplete_days,
    (select min(day) from pg_catalog.unnest(note_mixed_reports.incomplete_days) as day),
    (select max(day) from pg_catalog.unnest(note_mixed_reports.incomplete_days) as day);
end
$$;
comment on function analytics.note_mixed_reports(text, date[], date[]) is
  'Updates analytics.mixed_reports after facts of these days changed. Reads only incomplete_days: on the others, all facts have the same measures.';
grant execute on function analytics.note_mixed_reports(text, date[], date[]) to vitrine_worker;
