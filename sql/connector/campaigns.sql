create function connector.is_running(status text)
returns boolean
language sql immutable
return coalesce(pg_catalog.lower(is_running.status) in ('active', 'enabled', 'eligible', 'delivering', 'learning', 'limited by budget'), false);
comment on function connector.is_running(text) is 'Returns whether a status, in the terms of any platform, means that the entity may spend.';
grant execute on function connector.is_running(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function connector.campaigns(
  brand_id text,
  level text default 'campaign',
  platform text default null,
  status text default null,
  parent_id text default null,
  search text default null,
  "limit" integer default 50,
  cursor text default null
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_platforms text[];
  v_list jsonb;
  v_after text;
  v_position bigint;
  v_total bigint;
  v_last bigint;
  v_last_key text;
  v_data json;
begin
  perform platform.require_page(campaigns."limit");
  perform platform.require_choice('level', campaigns.level, array['campaign', 'adset', 'ad']);
  v_brand := core.data_brand(campaigns.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  perform analytics.ads_through(v_brand.brand_id, 'day');
  v_platforms := analytics.require_platforms(v_brand.brand_id, campaigns.platform);
  v_list := pg_catalog.jsonb_build_array(
    'campaigns', campaigns.brand_id, campaigns.level, v_platforms, campaigns.status, campaigns.parent_id, campaigns.search
  );
  v_after := connector.read_cursor(campaigns.cursor, v_list);

  with kept as materialized (
    select
      entities.entity_id,
      entities.external_id,
      entities.name,
      entities.platform,
      entities.status,
      entities.objective,
      entities.daily_budget_micros,
      accounts.external_id as account_id,
      coalesce(adsets.external_id, parents.external_id, accounts.external_id) as parent_id,
      array[entities.platform, accounts.external_id, parents.external_id, adsets.external_id, entities.external_id] as path,
      pg_catalog.row_number() over (
        order by entities.platform collate "C", entities.name collate "C" nulls last, entities.external_id collate "C", entities.entity_id
      ) as position
    from analytics.entities
    join analytics.entities as accounts on accounts.brand_id = v_brand.brand_id and accounts.entity_id = entities.account_entity_id
    left join analytics.entities as parents on parents.brand_id = v_brand.brand_id and parents.entity_id = entities.campaign_entity_id
    left join analytics.entities as adsets on adsets.brand_id = v_brand.brand_id and adsets.entity_id = entities.adset_entity_id
    where entities.brand_id = v_brand.brand_id
      and entities.level = campaigns.level
      and (v_platforms is null or entities.platform = any (v_platforms))
      and (
        campaigns.status is null
        or pg_catalog.lower(entities.status) = pg_catalog.lower(campaigns.status)
        or (pg_catalog.lower(campaigns.status) = 'active' and connector.is_running(entities.status))
      )
      and (campaigns.parent_id is null or coalesce(adsets.external_id, parents.external_id, accounts.external_id) = campaigns.parent_id)
      and (
        campaigns.search is null
        or pg_catalog.strpos(pg_catalog.lower(entities.name), pg_catalog.lower(campaigns.search)) > 0
        or entities.external_id = campaigns.search
      )
  ),
  begun as (
    select kept.position from kept where v_after is not null and connector.row_key(kept.path) = v_after
  ),
  page as (
    select kept.*
    from kept
    where kept.position > coalesce((select begun.position from begun), 0)
    order by kept.position
    limit campaigns."limit"
  )
  select
    (select begun.position from begun),
    (select count(*) from kept),
    max(page.position),
    connector.row_key((select page.path from page order by page.position desc limit 1)),
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'id', page.external_id,
        'name', page.name,
        'level', campaigns.level,
        'platform', page.platform,
        'account_id', page.account_id,
        'parent_id', page.parent_id,
        'status', page.status,
        'objective', page.objective,
        'daily_budget', pg_catalog.trim_scale(pg_catalog.round(page.daily_budget_micros * 0.000001, v_exponent))
      )
      order by page.position
    )
  into v_position, v_total, v_last, v_last_key, v_data
  from page;
  if v_after is not null and v_position is null then
    perform connector.refuse_stale_cursor();
  end if;

  return pg_catalog.json_build_object(
    'brand_id', campaigns.brand_id,
    'level', campaigns.level,
    'data', coalesce(v_data, '[]'),
    'next_cursor', case when v_last < v_total then connector.write_cursor(v_list, v_last_key) end,
    'total', v_total,
    'truncated', coalesce(v_last < v_total, false),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency, 'timezone', v_brand.timezone, 'data_as_of', connector.ads_as_of(v_brand.brand_id),
      'warnings', analytics.platform_warnings(v_brand.brand_id, campaigns.platform)
    )
  );
end
$$;
comment on function connector.campaigns(text, text, text, text, text, text, integer, text) is
  'list_campaigns: returns campaigns, ad sets or ads as their platforms describe them, in pages, ordered by platform, name and id. Raises NTRDY if '
  'no ad data was ever imported.';
grant execute on function connector.campaigns(text, text, text, text, text, text, integer, text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.campaigns', 'read:marketing', may_lag => true);
