create function connector.target_name(brand_id text, target jsonb)
returns text
language sql stable
as $$
  select case when count(*) = 1 then min(named.name) end
  from analytics.entities as named
  where named.brand_id = target_name.brand_id and named.level = target_name.target ->> 'level' and named.external_id = target_name.target ->> 'id'
    and named.platform in (
      pg_catalog.lower(target_name.target ->> 'platform'),
      (
        select aliases.platform from analytics.platform_aliases as aliases
        where aliases.alias = analytics.platform_key(target_name.target ->> 'platform') and not aliases.is_part
      )
    );
$$;
comment on function connector.target_name(text, jsonb) is
  'Returns the name of what a proposal changes. An alias of the platform counts, such as Google Ads. Null if nothing has this id, or several accounts have it.';
grant execute on function connector.target_name(text, jsonb) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function connector.target_platform(brand_id text, target jsonb)
returns text
language sql stable
as $$
  select entities.platform
  from analytics.entities
  where entities.brand_id = target_platform.brand_id
    and entities.level = target_platform.target ->> 'level'
    and entities.platform in (pg_catalog.lower(target_platform.target ->> 'platform'), analytics.imported_platform(target_platform.target ->> 'platform'))
    and entities.external_id = target_platform.target ->> 'id'
  order by entities.platform = pg_catalog.lower(target_platform.target ->> 'platform') desc
  limit 1;
$$;
comment on function connector.target_platform(text, jsonb) is
  'Returns the platform of a target as analytics.entities names it, also if the target states an alias. Null if the brand has no such target, or not any more.';
grant execute on function connector.target_platform(text, jsonb) to vitrine_key, vitrine_simulated, vitrine_person;
