create function analytics.platform_key(name text)
returns text
language sql immutable parallel safe
return pg_catalog.regexp_replace(pg_catalog.lower(normalize(platform_key.name, nfkc)), '[^[:alnum:]]+', '', 'g');
comment on function analytics.platform_key(text) is 'Returns a platform''s name as an alias: lower case, letters and digits only.';

create table analytics.platform_aliases (
  alias text not null,
  name text not null,
  platform text not null,
  is_part boolean not null default false,
  constraint platform_aliases_pkey primary key (alias),
  constraint platform_aliases_alias_check check (alias ~ '^[a-z0-9]+$'),
  constraint platform_aliases_name_check check (alias = analytics.platform_key(name) and name ~ '^[a-z0-9]+( [a-z0-9]+)*$')
);
comment on table analytics.platform_aliases is
  'Aliases of ad platforms in parameters, reports, questions and channel names. A name without an alias is used as it is.';
comment on column analytics.platform_aliases.alias is 'The name in lower case, letters and digits only: googleads for "Google Ads" and "google_ads".';
comment on column analytics.platform_aliases.name is 'The name in lower case, with spaces between its words: google ads. The spaces can be omitted.';
comment on column analytics.platform_aliases.platform is 'The platform of the alias, as in analytics.entities.';
comment on column analytics.platform_aliases.is_part is
  'Whether the alias is one surface of the platform, such as Instagram of Meta. A filter by it returns the whole platform and a warning. An import '
  'with it keeps the name.';

insert into analytics.platform_aliases (alias, name, platform, is_part)
select analytics.platform_key(named.name), named.name, platforms.platform, platforms.is_part
from (
  values
    ('google', false, '{google,google ads,google ad,adwords,google adwords,g ads,google ads api,goog,ggl}'::text[]),
    ('google', true, '{youtube,youtube ads,yt,gmail,performance max,pmax,google search,google shopping,google display,dv360}'),
    ('meta', false, '{meta,meta ads,facebook,facebook ads,facebook ad,fb,fb ads,meta facebook,facebook meta,facebook instagram,meta business}'),
    ('meta', true, '{instagram,instagram ads,ig,insta,reels,messenger,audience network,threads}'),
    ('tiktok', false, '{tik tok,tik tok ads,tik tok for business,tt,tt ads}'),
    ('microsoft', false, '{microsoft,microsoft ads,microsoft advertising,bing,bing ads,ms ads,msft}'),
    ('amazon', false, '{amazon,amazon ads,amazon advertising}'),
    ('pinterest', false, '{pinterest,pinterest ads,pin ads}'),
    ('snapchat', false, '{snapchat,snapchat ads,snap,snap ads}'),
    ('linkedin', false, '{linkedin,linkedin ads}'),
    ('x', false, '{x,x ads,twitter,twitter ads}'),
    ('reddit', false, '{reddit,reddit ads}'),
    ('apple', false, '{apple,apple search ads,asa,apple search}'),
    ('criteo', false, '{criteo,criteo ads}')
) as platforms (platform, is_part, names)
cross join lateral pg_catalog.unnest(platforms.names) as named (name);

create function analytics.imported_platform(name text)
returns text
language sql stable
return coalesce(
  (
    select platform_aliases.platform
    from analytics.platform_aliases
    where platform_aliases.alias = analytics.platform_key(imported_platform.name) and not platform_aliases.is_part
  ),
  pg_catalog.lower(pg_catalog.btrim(imported_platform.name))
);
comment on function analytics.imported_platform(text) is
  'Returns the platform of a report: the platform of a known alias, otherwise the name in lower case. Surfaces such as Instagram keep their name, '
  'so that their rows do not replace others.';

create function analytics.connected_platforms(brand_id text)
returns text[]
language plpgsql stable
as $$
begin
  return array(
    select distinct entities.platform
    from analytics.entities
    where entities.brand_id = connected_platforms.brand_id and entities.level = 'account'
    order by entities.platform
  );
end
$$;
comment on function analytics.connected_platforms(text) is 'Returns the platforms of the ad accounts of a brand, sorted by name.';

create function analytics.listed(words text)
returns text[]
language sql immutable
return array(
  select pg_catalog.btrim(named.name)
  from pg_catalog.string_to_table(listed.words, ',') with ordinality as named (name, position)
  where pg_catalog.btrim(named.name) <> ''
  order by named.position
);
comment on function analytics.listed(text) is 'Returns the names of a comma-separated list, without empty ones.';

create function analytics.require_platforms(brand_id text, platform text)
returns text[]
language plpgsql stable
as $$
declare
  v_connected text[];
  v_platforms text[];
  v_unknown text;
begin
  if require_platforms.platform is null then
    return null;
  elsif analytics.listed(require_platforms.platform) = '{}' then
    perform platform.fail('BADRQ', 'names_no_platform', 'platform');
  end if;
  v_connected := analytics.connected_platforms(require_platforms.brand_id);
  select
    pg_catalog.array_agg(distinct coalesce(named.own, named.meant)),
    min(named.name) filter (where coalesce(named.own, named.meant) is null)
  into v_platforms, v_unknown
  from (
    select
      given.name,
      (select connected.platform from pg_catalog.unnest(v_connected) as connected (platform)
        where analytics.platform_key(connected.platform) = analytics.platform_key(given.name) limit 1) as own,
      (select platform_aliases.platform from analytics.platform_aliases
        where platform_aliases.alias = analytics.platform_key(given.name) and platform_aliases.platform = any (v_connected)) as meant
    from pg_catalog.unnest(analytics.listed(require_platforms.platform)) as given (name)
  ) as named;
  if v_unknown is not null then
    perform platform.fail(
      'BADRQ', 'names_a_platform_that_is_not_connected', 'platform',
      pg_catalog.json_build_object('platform', pg_catalog.left(v_unknown, 60), 'connected', v_connected)
    );
  end if;
  return v_platforms;
end
$$;
comment on function analytics.require_platforms(text, text) is
  'Returns the connected platforms of a comma-separated list of names or aliases, in any case. Null for a null list. Raises BADRQ for a list '
  'without names, and for a name without a connected platform.';

create function analytics.platform_warnings(brand_id text, platform text)
returns jsonb[]
language plpgsql stable
as $$
begin
  if platform_warnings.platform is null then
    return array[]::jsonb[];
  end if;
  return array(
    select platform.warning(
      'surface_is_part_of_platform', pg_catalog.jsonb_build_object('surface', given.name, 'platform', platform_aliases.platform)
    )
    from pg_catalog.unnest(analytics.listed(platform_warnings.platform)) as given (name)
    join analytics.platform_aliases on platform_aliases.alias = analytics.platform_key(given.name) and platform_aliases.is_part
    where not exists (
      select
      from pg_catalog.unnest(analytics.connected_platforms(platform_warnings.brand_id)) as connected (platform)
      where analytics.platform_key(connected.platform) = platform_aliases.alias
    )
    order by given.name
  );
end
$$;
comment on function analytics.platform_warnings(text, text) is 'Warnings about surfaces of a platform, such as Instagram of Meta: the answer is of the whole platform.';

create function analytics.require_entities(brand_id text, level text, ids text[], platforms text[] default null)
returns text[]
language plpgsql stable
as $$
declare
  v_field constant text := require_entities.level || '_ids';
  v_unknown text[];
begin
  if require_entities.ids is null then
    return null;
  elsif require_entities.ids = '{}' then
    perform platform.fail('BADRQ', 'names_no_id', v_field);
  end if;
  v_unknown := array(
    select asked.id
    from pg_catalog.unnest(require_entities.ids) with ordinality as asked (id, position)
    where not exists (
      select from analytics.entities
      where entities.brand_id = require_entities.brand_id
        and entities.level = require_entities.level
        and entities.external_id = asked.id
        and (require_entities.platforms is null or entities.platform = any (require_entities.platforms))
    )
    order by asked.position
    limit 5
  );
  if v_unknown <> '{}' then
    perform platform.fail(
      'BADRQ', 'names_no_entity_of_these_platforms', v_field,
      pg_catalog.json_build_object(
        'level', require_entities.level, 'ids', v_unknown,
        'platforms', coalesce(require_entities.platforms, analytics.connected_platforms(require_entities.brand_id))
      )
    );
  end if;
  return array(
    select asked.id
    from pg_catalog.unnest(require_entities.ids) with ordinality as asked (id, position)
    group by asked.id
    order by min(asked.position)
  );
end
$$;
comment on function analytics.require_entities(text, text, text[], text[]) is
  'Returns the ids of campaigns, ad sets, ads or ad accounts (level account), each once and in the given order. Raises BADRQ for an empty list, and with the ids that no entity of '
  'this level of the brand, or of these platforms, has. The parameter is <level>_ids.';

create function analytics.require_campaigns(brand_id text, campaign_ids text[], platforms text[] default null)
returns text[]
language sql stable
return analytics.require_entities(require_campaigns.brand_id, 'campaign', require_campaigns.campaign_ids, require_campaigns.platforms);
comment on function analytics.require_campaigns(text, text[], text[]) is 'Returns the ids of campaigns, each once, as analytics.require_entities does.';

create function analytics.entity_filters(platforms text[], campaign_ids text[])
returns jsonb
language sql immutable
return pg_catalog.jsonb_strip_nulls(
  pg_catalog.jsonb_build_object('platform', entity_filters.platforms, 'campaign_id', entity_filters.campaign_ids)
);
comment on function analytics.entity_filters(text[], text[]) is 'Returns filters of analytics.is_meant by platform and campaign id. Null means all.';

create function analytics.require_filters(
  brand_id text, platforms text[], account_ids text[], campaign_ids text[], adset_ids text[], ad_ids text[]
)
returns jsonb
language sql stable
return pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
  'platform', require_filters.platforms,
  'account_id', analytics.require_entities(require_filters.brand_id, 'account', require_filters.account_ids, require_filters.platforms),
  'campaign_id', analytics.require_campaigns(require_filters.brand_id, require_filters.campaign_ids, require_filters.platforms),
  'adset_id', analytics.require_entities(require_filters.brand_id, 'adset', require_filters.adset_ids, require_filters.platforms),
  'ad_id', analytics.require_entities(require_filters.brand_id, 'ad', require_filters.ad_ids, require_filters.platforms)
));
comment on function analytics.require_filters(text, text[], text[], text[], text[], text[]) is
  'Returns filters of analytics.is_meant by platform and by ids of each level. Null means all. Raises BADRQ as analytics.require_entities does.';

create function analytics.filtered_platforms(brand_id text, filters jsonb)
returns text[]
language plpgsql stable
as $$
begin
  if filtered_platforms.filters = '{}' then
    return null;
  end if;
  return (
    select case
    when filtered_platforms.filters ? 'campaign_id' then array(
      select distinct entities.platform
      from analytics.entities
      where entities.brand_id = filtered_platforms.brand_id
        and entities.level = 'campaign'
        and entities.external_id = any (analytics.texts(filtered_platforms.filters -> 'campaign_id'))
        and (not filtered_platforms.filters ? 'platform' or entities.platform = any (analytics.texts(filtered_platforms.filters -> 'platform')))
    )
    when filtered_platforms.filters ?| '{platform_not,account_id,campaign_name,campaign_name_not,adset_id,adset_name,adset_name_not,ad_id}' then array(
      select distinct paths.platform
      from analytics.entity_paths as paths
      where paths.brand_id = filtered_platforms.brand_id and paths.level <> 'account' and analytics.is_meant(paths, filtered_platforms.filters)
    )
    when filtered_platforms.filters ? 'platform' then analytics.texts(filtered_platforms.filters -> 'platform')
    end
  );
end
$$;
comment on function analytics.filtered_platforms(text, jsonb) is 'Returns the platforms that a result under these filters covers. Null means all.';

grant execute on function analytics.imported_platform(text), analytics.platform_key(text), analytics.connected_platforms(text) to vitrine_worker;
create function analytics.whole_platform(brand_id text, platform text)
returns text
language plpgsql stable
as $$
declare
  v_platforms constant text[] := analytics.require_platforms(whole_platform.brand_id, coalesce(whole_platform.platform, ''));
begin
  if pg_catalog.cardinality(v_platforms) > 1
    or analytics.platform_warnings(whole_platform.brand_id, whole_platform.platform) <> '{}' then
    perform platform.fail('BADRQ', 'must_name_one_whole_platform', 'platform');
  end if;
  return v_platforms[1];
end
$$;
comment on function analytics.whole_platform(text, text) is
  'Returns the connected platform of a name. Raises BADRQ for several platforms, and for a surface such as Instagram, whose spend is not reported alone.';

grant execute on function
  analytics.imported_platform(text),
  analytics.platform_key(text),
  analytics.listed(text),
  analytics.connected_platforms(text),
  analytics.require_platforms(text, text),
  analytics.platform_warnings(text, text),
  analytics.whole_platform(text, text),
  analytics.require_entities(text, text, text[], text[]),
  analytics.require_campaigns(text, text[], text[]),
  analytics.entity_filters(text[], text[]),
  analytics.require_filters(text, text[], text[], text[], text[], text[]),
  analytics.filtered_platforms(text, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
