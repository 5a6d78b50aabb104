create table storefront.feed_judgments (
  brand_id text not null,
  product_id text not null,
  rules text[] not null,
  conditions text[] not null,
  rule_set uuid not null,
  available_on text,
  expires_on text,
  handle text not null,
  constraint feed_judgments_pkey primary key (brand_id, product_id),
  constraint feed_judgments_product_fkey foreign key (brand_id, product_id) references storefront.catalog_products on delete cascade
);
create index feed_judgments_handle_idx on storefront.feed_judgments (brand_id, handle) include (product_id);
-- Counts the products of each set without reading them. Equal keys are stored once, so that it is small.
create index feed_judgments_rule_set_idx on storefront.feed_judgments (brand_id, rule_set);
-- As for catalog_products: plans are made for a large shop.
alter table storefront.feed_judgments alter column brand_id set (n_distinct = 20);
comment on table storefront.feed_judgments is
  'Which rules of feeds each product breaks, written by the import of its catalog (storefront.judge_feeds). storefront.judged_sets and '
  'storefront.judged_products also judge catalogs that are not judged by the current rules.';
comment on column storefront.feed_judgments.rules is
  'Names of broken rules, as storefront.feed_rule_name, in the order of feed_rules. Without rules that depend on the current day.';
comment on column storefront.feed_judgments.conditions is 'What rules may apply to, as feed_rules.applies_to.';
comment on column storefront.feed_judgments.rule_set is 'Hash of rules, conditions, available_on and expires_on. Products with the same hash break the same rules on each day and are counted together.';
comment on column storefront.feed_judgments.available_on is 'The first 10 characters of availability_date in the feed. Null without one.';
comment on column storefront.feed_judgments.expires_on is 'The first 10 characters of expiration_date in the feed. Null without one.';
comment on column storefront.feed_judgments.handle is 'The handle of the product at Shopify. Products with the same handle are judged together.';

create function storefront.feed_version()
returns smallint
language sql immutable
return 3;
comment on function storefront.feed_version() is
  'Returns the version of the rules of feeds. Until a catalog is judged again by the worker or its next import, reads judge it. Increase it with each '
  'change of feed_rules, or of the functions that judge products by them.';

create function storefront.feed_is_judged(brand_id text)
returns boolean
language sql stable
return exists (
  select from storefront.catalogs where catalogs.brand_id = feed_is_judged.brand_id and catalogs.feed_version = storefront.feed_version()
);
comment on function storefront.feed_is_judged(text) is 'Returns whether storefront.feed_judgments has the catalog of a brand by the current rules.';

create function storefront.feed_rule_name(platform text, field text, rule text)
returns text
language sql immutable
return feed_rule_name.platform || '.' || feed_rule_name.field || '.' || feed_rule_name.rule;
comment on function storefront.feed_rule_name(text, text, text) is 'Returns the name of a rule of feed_rules, such as google.title.length_max.';

create function storefront.judge_products(brand_id text, product_ids text[])
returns table (product_id text, rules text[], conditions text[], rule_set uuid, available_on text, expires_on text, handle text)
language sql stable
as $$
  select
    found.product_id, found.rules, found.conditions,
    pg_catalog.md5(row(found.rules, found.conditions, found.available_on, found.expires_on)::text)::uuid,
    found.available_on, found.expires_on, storefront.shopify_handle(found.group_key)
  from storefront.feed_findings(judge_products.brand_id, judge_products.product_ids) as found;
$$;
comment on function storefront.judge_products(text, text[]) is
  'Judges products by the rules of feeds, as rows of feed_judgments. The products must contain all others with the same handle.';

create function storefront.judge_feeds(brand_id text, product_ids text[], handles text[] default '{}', gtins text[] default '{}')
returns void
language plpgsql volatile
-- The number of elements of an array is not known to the planner, and nested loops over a catalog are quadratic.
set enable_nestloop = off
as $$
declare
  v_is_current constant boolean := storefront.feed_is_judged(judge_feeds.brand_id);
  v_product_ids text[];
begin
  if v_is_current then
    with given as materialized (
      select wanted.product_id from pg_catalog.unnest(judge_feeds.product_ids) as wanted (product_id)
    ),
    touched as (
      select judged.handle
      from given
      join storefront.feed_judgments as judged on judged.brand_id = judge_feeds.brand_id and judged.product_id = given.product_id
      union
      select storefront.shopify_handle(held.group_key)
      from given
      join storefront.products as held on held.brand_id = judge_feeds.brand_id and held.product_id = given.product_id
      union
      select lost.handle from pg_catalog.unnest(judge_feeds.handles) as lost (handle)
    ),
    identified as (
      select held.gtin
      from given
      join storefront.catalog_products as held on held.brand_id = judge_feeds.brand_id and held.product_id = given.product_id
      where held.gtin is not null
      union
      select lost.gtin from pg_catalog.unnest(judge_feeds.gtins) as lost (gtin)
    ),
    same_item as (
      select other.product_id, count(*) over (partition by other.gtin) as products
      from identified
      join storefront.catalog_products as other on other.brand_id = judge_feeds.brand_id and other.gtin = identified.gtin
      where not exists (select from given where given.product_id = other.product_id)
    )
    select pg_catalog.array_agg(affected.product_id) into v_product_ids
    from (
      select given.product_id from given
      union
      select judged.product_id
      from touched
      join storefront.feed_judgments as judged on judged.brand_id = judge_feeds.brand_id and judged.handle = touched.handle
      union
      -- More products than these share a placeholder, and one product more or less does not change their judgments.
      select same_item.product_id from same_item where same_item.products <= 1000
    ) as affected;
  else
    v_product_ids := array(select held.product_id from storefront.products as held where held.brand_id = judge_feeds.brand_id);
  end if;
  insert into storefront.feed_judgments as held (brand_id, product_id, rules, conditions, rule_set, available_on, expires_on, handle)
  select
    judge_feeds.brand_id, judged.product_id, judged.rules, judged.conditions, judged.rule_set, judged.available_on, judged.expires_on, judged.handle
  from storefront.judge_products(judge_feeds.brand_id, v_product_ids) as judged
  order by judged.product_id
  on conflict on constraint feed_judgments_pkey do update
  set
    rules = excluded.rules, conditions = excluded.conditions, rule_set = excluded.rule_set, available_on = excluded.available_on,
    expires_on = excluded.expires_on, handle = excluded.handle
  where (held.rule_set, held.handle) is distinct from (excluded.rule_set, excluded.handle);
  if not v_is_current then
    update storefront.catalogs set feed_version = storefront.feed_version() where catalogs.brand_id = judge_feeds.brand_id;
  end if;
end
$$;
comment on function storefront.judge_feeds(text, text[], text[], text[]) is
  'Judges changed products and those with the same handle or GTIN before or after the change. handles: the handles of deleted products. gtins: the GTINs of '
  'deleted products, and of changed ones before the change. Judges all products of a catalog that is not judged by the current rules.';

create function storefront.judged_sets(brand_id text, product_id text default null)
returns table (rule_set uuid, products bigint, rules text[], conditions text[], facts text[])
language sql stable
as $$
  select
    sets.rule_set, sets.products, sets.rules, sets.conditions,
    storefront.feed_dated_facts(
      sets.available_on, sets.expires_on, (select storefront.feed_day(interval '0')), (select storefront.feed_day(interval '1 year'))
    )
  from (
    select counted.rule_set, counted.products, one.rules, one.conditions, one.available_on, one.expires_on
    from (
      select stored.rule_set, count(*) as products
      from storefront.feed_judgments as stored
      where judged_sets.product_id is null and storefront.feed_is_judged(judged_sets.brand_id) and stored.brand_id = judged_sets.brand_id
      group by stored.rule_set
    ) as counted
    cross join lateral (
      select stored.* from storefront.feed_judgments as stored
      where stored.brand_id = judged_sets.brand_id and stored.rule_set = counted.rule_set
      limit 1
    ) as one
    union all
    select stored.rule_set, 1, stored.rules, stored.conditions, stored.available_on, stored.expires_on
    from storefront.feed_judgments as stored
    where storefront.feed_is_judged(judged_sets.brand_id) and stored.brand_id = judged_sets.brand_id and stored.product_id = judged_sets.product_id
    union all
    select live.rule_set, count(*), min(live.rules), min(live.conditions), min(live.available_on), min(live.expires_on)
    from storefront.judge_products(
      judged_sets.brand_id, array(select held.product_id from storefront.products as held where held.brand_id = judged_sets.brand_id)
    ) as live
    where not storefront.feed_is_judged(judged_sets.brand_id) and (judged_sets.product_id is null or live.product_id = judged_sets.product_id)
    group by live.rule_set
  ) as sets;
$$;
comment on function storefront.judged_sets(text, text) is
  'Returns the sets of products of a catalog that break the same rules: the number of products, the stored rules and conditions, and the facts of the current '
  'day. Judges the catalog if its judgments are of earlier rules. With a product_id, only the set of this product, as one product.';

create function storefront.judged_products(brand_id text, rule_sets uuid[], "limit" bigint, one_product_id text default null)
returns table (product_id text, rule_set uuid)
language plpgsql stable
-- A plan for these sets: many are read in the order of products until the limit, few by their index.
set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if storefront.feed_is_judged(judged_products.brand_id) then
    return query
    select stored.product_id, stored.rule_set
    from storefront.feed_judgments as stored
    where stored.brand_id = judged_products.brand_id and stored.rule_set = any (judged_products.rule_sets)
      and (judged_products.one_product_id is null or stored.product_id = judged_products.one_product_id)
    order by stored.product_id
    limit judged_products."limit";
  else
    return query
    select live.product_id, live.rule_set
    from storefront.judge_products(
      judged_products.brand_id, array(select held.product_id from storefront.products as held where held.brand_id = judged_products.brand_id)
    ) as live
    where live.rule_set = any (judged_products.rule_sets)
      and (judged_products.one_product_id is null or live.product_id = judged_products.one_product_id)
    order by live.product_id
    limit judged_products."limit";
  end if;
end
$$;
comment on function storefront.judged_products(text, uuid[], bigint, text) is
  'Returns the first products by id of these sets of storefront.judged_sets, or only one_product_id. Judges the catalog if its judgments are of earlier rules.';

create function storefront.broken_feed_rules(rules text[], conditions text[], facts text[])
returns setof storefront.feed_rules
language sql stable
as $$
  select held.*
  from storefront.feed_rules as held
  where storefront.feed_rule_name(held.platform, held.field, held.rule) = any (broken_feed_rules.rules)
    or (held.value = any (broken_feed_rules.facts) and held.applies_to = any (broken_feed_rules.conditions));
$$;
comment on function storefront.broken_feed_rules(text[], text[], text[]) is
  'Returns the rules of feeds that a set of products with these facts of the current day breaks. The feeds contain these products nevertheless.';

grant execute on function
  storefront.feed_version(),
  storefront.feed_rule_name(text, text, text),
  storefront.judge_products(text, text[]),
  storefront.feed_is_judged(text),
  storefront.judged_products(text, uuid[], bigint, text),
  storefront.judged_sets(text, text),
  storefront.broken_feed_rules(text[], text[], text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker, vitrine_gate;
grant execute on function storefront.judge_feeds(text, text[], text[], text[]) to vitrine_worker;
