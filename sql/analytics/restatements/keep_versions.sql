create function analytics.keep_versions()
returns trigger
language plpgsql volatile
as $$
declare
  v_measures constant text[] := array(
    select metric_definitions.source_column
    from analytics.metric_definitions
    where metric_definitions.source_column is not null
    order by metric_definitions.position
  );
  v_key constant text := case tg_table_name when 'facts_daily' then 'day' else 'hour' end;
begin
  -- Several changes at one time leave one version, the row as it was before that time. The time of a row never goes back: a report that began
  -- earlier and was stored later gets the time just after.
  execute pg_catalog.format(
    $query$
    insert into analytics.%1$I
    select moment.at, was.*
    from was
    join core.brands on brands.brand_id = was.brand_id and not brands.is_simulated
    %3$s
    cross join lateral (
      select case when platform.now() < latest.at then latest.at + interval '1 microsecond' else platform.now() end as at
      from (
        select greatest(was.first_stored_at, max(held.replaced_at)) as at
        from analytics.%1$I as held
        where held.brand_id = was.brand_id and held.%2$I = was.%2$I and held.entity_id = was.entity_id
      ) as latest
    ) as moment
    where moment.at > was.first_stored_at %4$s
    on conflict do nothing
    $query$,
    tg_table_name || '_versions',
    v_key,
    case when tg_op = 'UPDATE' then
      pg_catalog.format('join became on became.brand_id = was.brand_id and became.%1$I = was.%1$I and became.entity_id = was.entity_id', v_key)
    end,
    case when tg_op = 'UPDATE' then
      pg_catalog.format(
        'and (%s) is distinct from (%s)',
        (select pg_catalog.string_agg(pg_catalog.format('was.%I', measure.name), ', ') from pg_catalog.unnest(v_measures) as measure (name)),
        (select pg_catalog.string_agg(pg_catalog.format('became.%I', measure.name), ', ') from pg_catalog.unnest(v_measures) as measure (name))
      )
    end
  );
  return null;
end
$$;
comment on function analytics.keep_versions() is
  'Keeps the rows of facts that a statement replaces or removes, as they were before, if their measures change. Simulated data and data of a '
  'removed brand have no versions.';
grant execute on function analytics.keep_versions() to vitrine_worker;

create trigger keep_replaced after update on analytics.facts_daily
referencing old table as was new table as became for each statement execute function analytics.keep_versions();
create trigger keep_removed after delete on analytics.facts_daily
referencing old table as was for each statement execute function analytics.keep_versions();
create trigger keep_replaced after update on analytics.facts_hourly
referencing old table as was new table as became for each statement execute function analytics.keep_versions();
create trigger keep_removed after delete on analytics.facts_hourly
referencing old table as was for each statement execute function analytics.keep_versions();
