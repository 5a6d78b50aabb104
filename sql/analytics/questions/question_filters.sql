create function analytics.texts(given jsonb)
returns text[]
language sql immutable
return case pg_catalog.jsonb_typeof(texts.given)
  when 'array' then array(select pg_catalog.jsonb_array_elements_text(texts.given))
  when 'string' then array[texts.given #>> '{}']
end;
comment on function analytics.texts(jsonb) is 'Returns one text or several as an array.';

create function analytics.is_found(path analytics.entity_paths, level text, search text)
returns boolean
language sql immutable
as $$
  select is_found.search = any (found.ids) or pg_catalog.strpos(pg_catalog.lower(pg_catalog.array_to_string(found.names, E'\n')), pg_catalog.lower(is_found.search)) > 0
  from (
    select
      case
        when is_found.level = 'ad_account' then array[(is_found.path).account_id]
        when is_found.level = 'campaign' then array[(is_found.path).campaign_id]
        when is_found.level = 'adset' and (is_found.path).adset_id is not null then array[(is_found.path).adset_id]
        when is_found.level = 'ad' and (is_found.path).ad_id is not null then array[(is_found.path).ad_id]
        else array[(is_found.path).adset_id, (is_found.path).campaign_id]
      end as ids,
      case
        when is_found.level = 'ad_account' then array[(is_found.path).account_name]
        when is_found.level = 'campaign' then array[(is_found.path).campaign_name]
        when is_found.level = 'adset' and (is_found.path).adset_id is not null then array[(is_found.path).adset_name]
        when is_found.level = 'ad' and (is_found.path).ad_id is not null then array[(is_found.path).ad_name]
        else array[(is_found.path).adset_name, (is_found.path).campaign_name]
      end as names
  ) as found;
$$;
comment on function analytics.is_found(analytics.entity_paths, text, text) is
  'Returns whether the name of the entity at a level contains a text, or its id is the text. What is not reported at the level of ad sets or ads has the '
  'names and ids of the levels above it, below the account.';

create function analytics.is_meant(path analytics.entity_paths, filters jsonb)
returns boolean
language sql immutable
as $$
  select (not is_meant.filters ? 'platform' or (is_meant.path).platform = any (analytics.texts(is_meant.filters -> 'platform')))
    and (not is_meant.filters ? 'platform_not' or (is_meant.path).platform <> all (analytics.texts(is_meant.filters -> 'platform_not')))
    and (not is_meant.filters ? 'account_id' or (is_meant.path).account_id = any (analytics.texts(is_meant.filters -> 'account_id')))
    and (
      not is_meant.filters ? 'account'
      or (is_meant.path).platform || '/' || (is_meant.path).account_id = any (analytics.texts(is_meant.filters -> 'account'))
    )
    and (
      not is_meant.filters ? 'campaign_id'
      or coalesce((is_meant.path).campaign_id = any (analytics.texts(is_meant.filters -> 'campaign_id')), false)
    )
    and (
      not is_meant.filters ? 'adset_id'
      or coalesce((is_meant.path).adset_id = any (analytics.texts(is_meant.filters -> 'adset_id')), false)
    )
    and (
      not is_meant.filters ? 'ad_id'
      or coalesce((is_meant.path).ad_id = any (analytics.texts(is_meant.filters -> 'ad_id')), false)
    )
    and (
      not is_meant.filters ? 'search'
      or coalesce(analytics.is_found(is_meant.path, is_meant.filters ->> 'search_level', is_meant.filters ->> 'search'), false)
    )
    and (
      not is_meant.filters ? 'campaign_name'
      or coalesce(pg_catalog.lower((is_meant.path).campaign_name) = any (analytics.lowered(analytics.texts(is_meant.filters -> 'campaign_name'))), false)
    )
    and (
      not is_meant.filters ? 'adset_name'
      or coalesce(pg_catalog.lower((is_meant.path).adset_name) = any (analytics.lowered(analytics.texts(is_meant.filters -> 'adset_name'))), false)
    )
    and (
      not is_meant.filters ? 'campaign_name_not'
      or coalesce(pg_catalog.lower((is_meant.path).campaign_name) <> all (analytics.lowered(analytics.texts(is_meant.filters -> 'campaign_name_not'))), true)
    )
    and (
      not is_meant.filters ? 'adset_name_not'
      or coalesce(pg_catalog.lower((is_meant.path).adset_name) <> all (analytics.lowered(analytics.texts(is_meant.filters -> 'adset_name_not'))), true)
    );
$$;
comment on function analytics.is_meant(analytics.entity_paths, jsonb) is
  'Returns whether an account, campaign, ad set or ad matches the filters of a question or a tool.';

create function analytics.may_run(brand_id text, entity_id bigint, level text)
returns boolean
language sql stable
as $$
  select not exists (
    select
    from analytics.entities as own
    join analytics.entities as held
      on held.brand_id = own.brand_id and held.entity_id in (own.entity_id, own.adset_entity_id, own.campaign_entity_id)
    where own.brand_id = may_run.brand_id and own.entity_id = may_run.entity_id
      -- A paused ad does not stop its campaign, whose reports can be by ad.
      and (may_run.level is distinct from 'campaign' or held.level = 'campaign')
      and (may_run.level is distinct from 'adset' or held.level in ('campaign', 'adset'))
      and pg_catalog.regexp_replace(
        pg_catalog.regexp_replace(pg_catalog.lower(pg_catalog.btrim(held.status)), '[\s_-]+', '_', 'g'), '^(campaign_|adgroup_|ad_)?status_', ''
      ) ~ '(pause|disable|inactive|delete|remove|archive|complete|ended|time_done|^off$|^scheduled|^pending|^not_delivering|disapprove|deny|punish)'
  );
$$;
comment on function analytics.may_run(text, bigint, text) is
  'Returns whether neither the campaign, ad set or ad of a level, to which an entity belongs, nor one above it is paused, removed, ended or not started, by the last reported statuses. A status that is '
  'not reported does not stop it.';

create function analytics.whole_names(brand_id text, filters jsonb)
returns jsonb
language sql stable
as $$
  select whole_names.filters || coalesce(
    (
      select pg_catalog.jsonb_object_agg(
        filter.key,
        (
          select coalesce(pg_catalog.jsonb_agg(distinct named.name), '[]')
          from analytics.entities as named
          join pg_catalog.unnest(analytics.lowered(analytics.texts(filter.value))) as given (name)
            on pg_catalog.lower(named.name) = given.name
            or (
              pg_catalog.strpos(pg_catalog.lower(named.name), given.name) > 0
              and not exists (
                select from analytics.entities as exact
                where exact.brand_id = whole_names.brand_id
                  and exact.level = pg_catalog.split_part(filter.key, '_', 1)
                  and pg_catalog.lower(exact.name) = given.name
              )
            )
          where named.brand_id = whole_names.brand_id and named.level = pg_catalog.split_part(filter.key, '_', 1)
        )
      )
      from pg_catalog.jsonb_each(whole_names.filters) as filter
      where filter.key in ('campaign_name_not', 'adset_name_not')
    ),
    '{}'
  );
$$;
comment on function analytics.whole_names(text, jsonb) is
  'Returns the filters with whole names in campaign_name_not and adset_name_not. A part of a name matches every name that contains it, unless it is '
  'a whole name itself.';

create function analytics.holds(answer jsonb, thresholds jsonb)
returns boolean
language sql immutable
as $$
  select not exists (
    select
    from pg_catalog.jsonb_array_elements(holds.thresholds) as bound
    cross join lateral (
      select (holds.answer ->> (bound.value ->> 'metric'))::numeric as given, (bound.value ->> 'value')::numeric as bound
    ) as compared
    where not coalesce(
      case bound.value ->> 'operator'
        when '>' then compared.given > compared.bound
        when '>=' then compared.given >= compared.bound
        when '<' then compared.given < compared.bound
        when '<=' then compared.given <= compared.bound
        else compared.given = compared.bound
      end,
      false
    )
  );
$$;
comment on function analytics.holds(jsonb, jsonb) is 'Returns whether a row satisfies all thresholds. Null values satisfy none.';

create function analytics.shown_level(group_by text, filters jsonb)
returns text
language sql immutable
return case when shown_level.group_by is null and shown_level.filters = '{}' then 'account' else 'campaign' end;
comment on function analytics.shown_level(text, jsonb) is 'Returns account for a result without grouping and filters, otherwise campaign.';

grant execute on function
  analytics.texts(jsonb),
  analytics.is_found(analytics.entity_paths, text, text),
  analytics.is_meant(analytics.entity_paths, jsonb),
  analytics.may_run(text, bigint, text),
  analytics.whole_names(text, jsonb),
  analytics.holds(jsonb, jsonb),
  analytics.shown_level(text, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function analytics.may_run(text, bigint, text) to vitrine_worker;
