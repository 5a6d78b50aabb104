create function sources.stage_ads(source sources.sources, platform text, fields text[], rows jsonb)
returns text[]
language plpgsql volatile
as $$
declare
  v_measures text[];
  v_count bigint;
begin
  select pg_catalog.array_agg(definition.source_column order by definition.position) into v_measures
  from analytics.metric_definitions as definition
  where definition.source_column is not null and definition.name = any (stage_ads.fields);
  perform analytics.open_ad_import(v_measures);
  -- Numbers stay decimal text until here, so that no digit is lost.
  execute pg_catalog.format(
    $query$
    create temporary table ad_reply on commit drop as
    select
      reply.line, %1$s,
      pg_catalog.dense_rank() over (order by %2$s) as entity_no
    from pg_catalog.jsonb_array_elements($1) with ordinality as reply (cells, line)
    $query$,
    (
      select pg_catalog.string_agg(
        case
          when definition.unit = 'money' or definition.source_column like '%\_micros' then
            pg_catalog.format('pg_catalog.round((reply.cells ->> %s)::numeric * 1000000)::bigint as %I', given.position - 1, definition.source_column)
          when definition.source_column is not null then
            pg_catalog.format('pg_catalog.round((reply.cells ->> %s)::numeric)::bigint as %I', given.position - 1, definition.source_column)
          else pg_catalog.format('nullif(reply.cells ->> %s, '''') as %I', given.position - 1, given.name)
        end,
        ', ' order by given.position
      )
      from pg_catalog.unnest(stage_ads.fields) with ordinality as given (name, position)
      left join analytics.metric_definitions as definition on definition.name = given.name and definition.source_column is not null
    ),
    (
      select coalesce(
        pg_catalog.string_agg(pg_catalog.format('reply.cells ->> %s', given.position - 1), ', ' order by given.position), '1'
      )
      from pg_catalog.unnest(stage_ads.fields) with ordinality as given (name, position)
      where given.name in ('campaign_id', 'adset_id', 'ad_id')
    )
  )
  using stage_ads.rows;
  execute pg_catalog.format(
    'insert into pg_temp.ad_facts (entity_no, line, day, hour, %1$s) select entity_no, line, date::date, %2$s, %1$s from pg_temp.ad_reply',
    analytics.list_measures(v_measures, '%I'),
    case when 'hour' = any (stage_ads.fields) then 'hour::smallint' else 'null' end
  );
  execute pg_catalog.format(
    $query$
    insert into pg_temp.ad_entities (entity_no, last_on, platform, account_id, account_name, account_timezone, currency%1$s)
    select distinct on (reply.entity_no) reply.entity_no, reply.date::date, $1, $2, $3, $4, $5%2$s
    from pg_temp.ad_reply as reply
    order by reply.entity_no, reply.date desc, reply.line desc
    $query$,
    coalesce((select pg_catalog.string_agg(', ' || listed.target, '' order by listed.target) from sources.staged_columns(stage_ads.fields) as listed), ''),
    coalesce((select pg_catalog.string_agg(', ' || listed.expression, '' order by listed.target) from sources.staged_columns(stage_ads.fields) as listed), '')
  )
  using stage_ads.platform, (stage_ads.source).external_id, (stage_ads.source).name, (stage_ads.source).timezone, (stage_ads.source).currency;
  drop table pg_temp.ad_reply;
  select count(*) - count(distinct (ad_facts.entity_no, ad_facts.day, ad_facts.hour)) into v_count from pg_temp.ad_facts;
  if v_count > 0 then
    perform platform.fail('STALE', 'reply_has_repeated_rows', given => pg_catalog.json_build_object('rows', v_count));
  end if;
  analyze pg_temp.ad_facts;
  return v_measures;
end
$$;
comment on function sources.stage_ads(sources.sources, text, text[], jsonb) is
  'Stages the rows of a reply, lists of texts in the order of fields, as analytics.open_ad_import expects. Returns the columns of its measures.';

create function sources.staged_columns(fields text[])
returns table (target text, expression text)
language sql immutable
as $$
  select
    case given.name when 'daily_budget' then 'daily_budget_micros' else given.name end,
    case given.name when 'daily_budget' then 'pg_catalog.round(reply.daily_budget::numeric * 1000000)::bigint' else 'reply.' || given.name end
  from pg_catalog.unnest(staged_columns.fields) as given (name)
  where given.name in (
    'campaign_id', 'campaign_name', 'status', 'objective', 'daily_budget', 'adset_id', 'adset_name', 'ad_id', 'ad_name', 'creative_id'
  );
$$;
comment on function sources.staged_columns(text[]) is 'Returns the columns of ad_entities that a reply has, with their expressions.';
