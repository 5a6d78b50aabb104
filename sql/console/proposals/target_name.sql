create function console.target_name(brand_id text, target jsonb)
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
comment on function console.target_name(text, jsonb) is
  'Returns the name of what a proposal changes. An alias of the platform counts, such as Google Ads. Null if nothing has this id, or several accounts have it.';
grant execute on function console.target_name(text, jsonb) to vitrine_person, vitrine_worker;
