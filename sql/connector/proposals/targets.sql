create function connector.is_same_target(one jsonb, other jsonb)
returns boolean
language sql stable
return is_same_target.one ->> 'level' = is_same_target.other ->> 'level' and is_same_target.one ->> 'id' = is_same_target.other ->> 'id'
  and analytics.imported_platform(is_same_target.one ->> 'platform') = analytics.imported_platform(is_same_target.other ->> 'platform');
comment on function connector.is_same_target(jsonb, jsonb) is
  'Returns whether two proposals have the same target. The platform is stored as it was sent: Google Ads and google are the same.';

create function connector.target_entities(brand_id text, target jsonb)
returns setof analytics.entities
language sql stable
as $$
  select named.*
  from analytics.entities as named
  where named.brand_id = target_entities.brand_id
    and named.level = target_entities.target ->> 'level'
    and named.platform = analytics.imported_platform(target_entities.target ->> 'platform')
    and named.external_id = target_entities.target ->> 'id';
$$;
comment on function connector.target_entities(text, jsonb) is
  'Returns what the target of a proposal is in the reports: several rows if several accounts have the id. An alias of the platform counts, such as Google Ads.';

create function connector.target_name(brand_id text, target jsonb)
returns text
language sql stable
as $$
  select case when count(*) = 1 then min(named.name) end
  from connector.target_entities(target_name.brand_id, target_name.target) as named;
$$;
comment on function connector.target_name(text, jsonb) is
  'Returns the name of what a proposal changes. Null if nothing has this id, or several accounts have it.';
grant execute on function
  connector.is_same_target(jsonb, jsonb),
  connector.target_entities(text, jsonb),
  connector.target_name(text, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function connector.target_platform(brand_id text, target jsonb)
returns text
language sql stable
as $$
  select named.platform
  from connector.target_entities(target_platform.brand_id, target_platform.target) as named
  limit 1;
$$;
comment on function connector.target_platform(text, jsonb) is
  'Returns the platform of a target as analytics.entities names it, also if the target states an alias. Null if the brand has no such target, or not any more.';
grant execute on function connector.target_platform(text, jsonb) to vitrine_key, vitrine_simulated, vitrine_person;
