create function storefront.feed_warnings(brand_id text, product_ids text[])
returns jsonb
language sql stable
as $$
  -- Many products break the same rules.
  with counted_sets as (
    select judged.rule_set, count(*) as products, min(judged.product_id) as product_id
    from pg_catalog.unnest(feed_warnings.product_ids) as given (product_id)
    join storefront.feed_judgments as judged on judged.brand_id = feed_warnings.brand_id and judged.product_id = given.product_id
    group by judged.rule_set
  ),
  alike as materialized (
    select
      one.rules, one.conditions, days.facts, sum(sets.products)::bigint as products, min(sets.product_id) as product_id
    from counted_sets as sets
    join storefront.feed_judgments as one on one.brand_id = feed_warnings.brand_id and one.product_id = sets.product_id
    cross join lateral (select storefront.feed_dated_facts(
      one.available_on, one.expires_on, (select storefront.feed_day(interval '0')), (select storefront.feed_day(interval '1 year'))
    ) as facts) as days
    group by one.rules, one.conditions, days.facts
  ),
  found as materialized (
    select
      broken.platform, broken.consequence, broken.field, broken.rule, alike.products, alike.product_id,
      pg_catalog.row_number() over (partition by alike.rules, alike.conditions, alike.facts, broken.platform, broken.consequence) = 1 as is_first
    from alike
    cross join lateral storefront.broken_feed_rules(alike.rules, alike.conditions, alike.facts) as broken
  ),
  counted as (
    select found.platform, found.consequence, found.field, found.rule, sum(found.products)::bigint as products, min(found.product_id) as product_id
    from found
    group by found.platform, found.consequence, found.field, found.rule
  ),
  totals as (
    select found.platform, found.consequence, sum(found.products)::bigint as products
    from found
    where found.is_first
    group by found.platform, found.consequence
  )
  select coalesce(
    pg_catalog.jsonb_agg(
      platform.warning(
        case totals.consequence when 'refused' then 'platform_refuses_products' else 'platform_warns_about_products' end,
        pg_catalog.jsonb_build_object(
          'platform', totals.platform, 'products', totals.products, 'of', pg_catalog.cardinality(feed_warnings.product_ids),
          'rules', (
            select pg_catalog.jsonb_agg(
              pg_catalog.jsonb_build_object(
                'field', counted.field, 'rule', counted.rule, 'products', counted.products, 'product_id', counted.product_id,
                'bound', rules.bound, 'choices', rules.choices
              )
              order by counted.products desc, counted.field, counted.rule
            )
            from counted
            join storefront.feed_rules as rules on rules.platform = counted.platform and rules.field = counted.field and rules.rule = counted.rule
            where counted.platform = totals.platform and counted.consequence = totals.consequence
          )
        )
      )
      order by totals.consequence, totals.platform
    ),
    '[]'
  )
  from totals;
$$;
comment on function storefront.feed_warnings(text, text[]) is
  'Returns what each platform refuses of these judged products in its feed, and what it warns about, as one warning for each platform and consequence: the '
  'number of products and, for each broken rule, their number and the first of them.';

create function storefront.currency_warnings(brand_id text, product_ids text[])
returns jsonb
language sql stable
as $$
  select coalesce(
    pg_catalog.jsonb_agg(
      platform.warning(
        'prices_are_in_another_currency',
        pg_catalog.jsonb_build_object(
          'currency', other.currency, 'brand_currency', other.brand_currency, 'products', other.products, 'product_id', other.product_id
        )
      )
      order by other.products desc, other.currency
    ),
    '[]'
  )
  from (
    select held.currency, brands.currency as brand_currency, count(*) as products, min(held.product_id) as product_id
    from core.brands
    join storefront.catalog_products as held on held.brand_id = brands.brand_id
    where brands.brand_id = currency_warnings.brand_id and held.product_id = any (currency_warnings.product_ids) and held.currency <> brands.currency
    group by held.currency, brands.currency
  ) as other;
$$;
comment on function storefront.currency_warnings(text, text[]) is
  'Returns one warning for each other currency than that of the brand in which these products have prices.';

grant execute on function
  storefront.currency_warnings(text, text[]),
  storefront.feed_warnings(text, text[]),
  storefront.lacks_identifiers(text, text, text),
  storefront.shopify_handle(text),
  storefront.web_address(text),
  storefront.web_addresses(text[])
to vitrine_worker;
