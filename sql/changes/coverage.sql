create table analytics.coverage (
  brand_id text not null,
  entity_id bigint not null,
  measure text not null,
  days datemultirange not null,
  constraint coverage_pkey primary key (brand_id, entity_id, measure),
  constraint coverage_entity_fkey foreign key (brand_id, entity_id) references analytics.entities on delete cascade
);
-- The login of the migration reads the reports of all brands; row-level security applies to the owner.
reset role;
do $$
begin
  -- An import that writes facts now ends first, because it does not know the table. Later ones wait here, and then update it.
  lock table analytics.facts_daily, analytics.rollups_daily in share mode;
  insert into analytics.coverage (brand_id, entity_id, measure, days)
  select facts.brand_id, facts.entity_id, part.measure, pg_catalog.range_agg(pg_catalog.daterange(facts.day, facts.day, '[]'))
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
  where facts.level = 'account'
  group by facts.brand_id, facts.entity_id, part.measure;
end
$$;
set role vitrine_owner;
