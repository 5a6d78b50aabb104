create function storefront.feed_problems(
  brand_id text, platform text default null, rule text default null, "limit" integer default 100, page integer default 1,
  product_id text default null
)
returns json
language plpgsql stable
-- Groups and sorts a whole catalog in memory.
set work_mem = '64MB'
as $$
declare
  v_brand_id constant text := core.data_brand_id(feed_problems.brand_id);
  v_answer json;
begin
  perform platform.require_page(feed_problems."limit", feed_problems.page);
  if feed_problems.platform is not null then
    perform platform.require_choice('platform', feed_problems.platform, array(select distinct rules.platform from storefront.feed_rules as rules order by rules.platform));
  end if;
  if feed_problems.rule is not null then
    perform platform.require_choice('rule', feed_problems.rule, array(
      select distinct rules.field || '.' || rules.rule from storefront.feed_rules as rules
      where feed_problems.platform is null or rules.platform = feed_problems.platform
      order by 1
    ));
  end if;
  if feed_problems.product_id is not null then
    perform storefront.require_product(v_brand_id, feed_problems.product_id);
  end if;
  -- Many products break the same rules, so that rules are looked up and counted for each such set of products.
  with alike as materialized (
    select
      pg_catalog.row_number() over () as alike_number, pg_catalog.array_agg(sets.rule_set) as rule_sets, sum(sets.products)::bigint as products,
      sets.rules, sets.conditions, sets.facts
    from storefront.judged_sets(v_brand_id, feed_problems.product_id) as sets
    group by sets.rules, sets.conditions, sets.facts
  ),
  found as materialized (
    select alike.alike_number, alike.rule_sets, alike.products, broken.platform, broken.field, broken.rule, broken.consequence
    from alike
    cross join lateral storefront.broken_feed_rules(alike.rules, alike.conditions, alike.facts) as broken
    where feed_problems.platform is null or broken.platform = feed_problems.platform
  ),
  counted as (
    select found.platform, found.field, found.rule, sum(found.products)::bigint as products from found group by found.platform, found.field, found.rule
  ),
  totals as (
    select
      broken.platform,
      coalesce(sum(broken.products) filter (where broken.is_refused), 0)::bigint as refused,
      coalesce(sum(broken.products) filter (where broken.is_warned), 0)::bigint as warned
    from (
      select
        found.platform, found.products, pg_catalog.bool_or(found.consequence = 'refused') as is_refused,
        pg_catalog.bool_or(found.consequence = 'warning') as is_warned
      from found
      group by found.platform, found.alike_number, found.products
    ) as broken
    group by broken.platform
  ),
  kept as materialized (
    select found.* from found where feed_problems.rule is null or found.field || '.' || found.rule = feed_problems.rule
  ),
  sizes as materialized (
    select kept.alike_number, pg_catalog.unnest(kept.rule_sets) as rule_set, count(*)::integer as problems
    from kept
    group by kept.alike_number, kept.rule_sets
  ),
  placed as (
    select
      listed.product_id, sizes.alike_number, sum(sizes.problems) over (order by listed.number rows unbounded preceding) as until, sizes.problems
    -- Each of these products has at least one problem, so that the page ends with one of them.
    from storefront.judged_products(
      v_brand_id, array(select sizes.rule_set from sizes), feed_problems.page * feed_problems."limit"::bigint,
      feed_problems.product_id
    ) with ordinality as listed (product_id, rule_set, number)
    join sizes on sizes.rule_set = listed.rule_set
  ),
  listed as (
    select numbered.*
    from (
      select
        placed.product_id, kept.platform, kept.field, kept.rule, kept.consequence,
        placed.until - placed.problems
          + pg_catalog.row_number() over (partition by placed.product_id order by kept.platform, kept.consequence, kept.field, kept.rule) as place
      from placed
      join kept on kept.alike_number = placed.alike_number
      where placed.until > (feed_problems.page - 1) * feed_problems."limit"::bigint
        and placed.until - placed.problems < feed_problems.page * feed_problems."limit"::bigint
    ) as numbered
    where numbered.place > (feed_problems.page - 1) * feed_problems."limit"::bigint
      and numbered.place <= feed_problems.page * feed_problems."limit"::bigint
  )
  select pg_catalog.json_build_object(
    'products', (select coalesce(sum(alike.products), 0)::bigint from alike),
    'platforms', (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'platform', judged.platform,
          'refused', coalesce(totals.refused, 0),
          'warned', coalesce(totals.warned, 0),
          'rules', (
            select coalesce(pg_catalog.json_agg(
              pg_catalog.json_build_object(
                'rule', rules.field || '.' || rules.rule, 'field', rules.field, 'consequence', rules.consequence, 'products', counted.products,
                'statement', platform.statement('feed_rule_is_broken', pg_catalog.jsonb_build_object('field', rules.field, 'rule', rules.rule, 'bound', rules.bound, 'choices', rules.choices)),
                'source', rules.source
              )
              order by rules.consequence, counted.products desc, rules.field, rules.rule
            ), '[]')
            from counted
            join storefront.feed_rules as rules on rules.platform = counted.platform and rules.field = counted.field and rules.rule = counted.rule
            where counted.platform = judged.platform
          )
        )
        order by judged.platform
      )
      from (
        select distinct rules.platform from storefront.feed_rules as rules
        where feed_problems.platform is null or rules.platform = feed_problems.platform
      ) as judged
      left join totals on totals.platform = judged.platform
    ),
    'problems', (
      select coalesce(pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'product_id', listed.product_id, 'title', held.title, 'platform', listed.platform, 'rule', listed.field || '.' || listed.rule,
          'consequence', listed.consequence
        )
        order by listed.place
      ), '[]')
      from listed
      join storefront.products as held on held.brand_id = v_brand_id and held.product_id = listed.product_id
    ),
    'total', (select coalesce(sum(kept.products), 0)::bigint from kept),
    'page', feed_problems.page
  ) into v_answer;
  return v_answer;
end
$$;
comment on function storefront.feed_problems(text, text, text, integer, integer, text) is
  'GET /feed-problems: returns which products the platforms refuse or warn about in the feeds of a shop, with counts for each platform and rule. '
  'Raises NTFND for an unknown product.';
grant execute on function storefront.feed_problems(text, text, text, integer, integer, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.feed_problems', 'write:storefront', brand => 'shown', may_lag => true, served_by => '{storefront,console}');
