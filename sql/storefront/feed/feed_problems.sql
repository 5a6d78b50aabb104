create function storefront.feed_problems(
  brand_id text, platform text default null, rule text default null, "limit" integer default 100, page integer default 1
)
returns json
language plpgsql stable
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
  with found as materialized (
    select findings.* from storefront.feed_findings(v_brand_id, feed_problems.platform) as findings
  ),
  counted as (
    select found.platform, found.field, found.rule, count(*) as products from found group by found.platform, found.field, found.rule
  ),
  totals as (
    select
      found.platform,
      count(distinct found.product_id) filter (where found.consequence = 'refused') as refused,
      count(distinct found.product_id) filter (where found.consequence = 'warning') as warned
    from found
    group by found.platform
  ),
  kept as (
    select found.product_id, found.platform, found.field, found.rule, found.consequence
    from found
    where feed_problems.rule is null or found.field || '.' || found.rule = feed_problems.rule
  ),
  listed as (
    select kept.*
    from kept
    order by kept.product_id, kept.platform, kept.consequence, kept.field, kept.rule
    limit feed_problems."limit" offset (feed_problems.page - 1) * feed_problems."limit"::bigint
  )
  select pg_catalog.json_build_object(
    'products', (select count(*) from storefront.products as held where held.brand_id = v_brand_id),
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
        order by listed.product_id, listed.platform, listed.consequence, listed.field, listed.rule
      ), '[]')
      from listed
      join storefront.products as held on held.brand_id = v_brand_id and held.product_id = listed.product_id
    ),
    'total', (select count(*) from kept),
    'page', feed_problems.page
  ) into v_answer;
  return v_answer;
end
$$;
comment on function storefront.feed_problems(text, text, text, integer, integer) is
  'GET /feed-problems: returns which products the platforms refuse or warn about in the feeds of a shop, with counts for each platform and rule.';
grant execute on function storefront.feed_problems(text, text, text, integer, integer) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.feed_problems', 'write:storefront', brand => 'shown', may_lag => true, served_by => '{storefront,console}');
