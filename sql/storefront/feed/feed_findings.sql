create function storefront.feed_conditions(availability text, category text, feed_fields jsonb)
returns text[]
language sql immutable
return array[
  'all',
  case when feed_conditions.availability = 'preorder' then 'preorder' end,
  case when feed_conditions.feed_fields ->> 'google_product_category' in (
      '166', '167', '170', '173', '178', '182', '184', '187', '188', '201', '203', '204', '207', '208', '211', '212', '213', '1581', '1594', '1604', '1933', '2271',
      '2306', '3032', '5182', '5322', '5344', '5388', '5441', '5598', '6551'
    ) or (
      coalesce(nullif(feed_conditions.feed_fields ->> 'google_product_category', ''), feed_conditions.category) ~* '^(Apparel|Clothing) & Accessories( >|$)'
      and coalesce(nullif(feed_conditions.feed_fields ->> 'google_product_category', ''), feed_conditions.category) !~*
        '> (Pinback Buttons|Tie Clips|Cufflinks|Wristbands|Shoe Covers|Shoelaces|Spurs|Watch Bands|Keychains|Wallet Chains|Lanyards|Checkbook Covers|Badge & Pass Holders|Watch Winders|Watch Stickers & Decals|Handkerchiefs|Decorative Fans)$'
    ) then 'apparel' end,
  case when feed_conditions.feed_fields ->> 'google_product_category' in (
      '182', '187', '203', '204', '207', '208', '211', '212', '213', '1581', '1594', '1604', '2271', '2306', '5182', '5322', '5344', '5388', '5441', '5598'
    ) or coalesce(nullif(feed_conditions.feed_fields ->> 'google_product_category', ''), feed_conditions.category)
      ~* '^(Apparel|Clothing) & Accessories > (Clothing|Shoes)( >|$)'
    then 'clothing' end,
  case when feed_conditions.feed_fields ->> 'google_product_category' in ('783', '784', '839', '855')
      or coalesce(nullif(feed_conditions.feed_fields ->> 'google_product_category', ''), feed_conditions.category) ~* '^Media( >|$)'
    then 'media' else 'not_media' end
];
comment on function storefront.feed_conditions(text, text, jsonb) is
  'Returns what rules of feeds may apply to, as feed_rules.applies_to. Categories of Google are recognized by their path, and by their id at the level '
  'of departments: the product taxonomy has about 190 ids of apparel. The exceptions of age_group count for all required fields of apparel.';

create function storefront.feed_facts(regular_price_micros bigint, gtin text, mpn text, product_brand text, feed_fields jsonb)
returns text[]
language sql stable
return array[
  case when feed_facts.regular_price_micros = 0 then 'price_is_zero' end,
  case when storefront.lacks_identifiers(feed_facts.gtin, feed_facts.mpn, feed_facts.product_brand) then 'identifiers_are_missing' end,
  -- Days as texts are compared without reading them, because a feed may state a day that does not exist.
  case when pg_catalog.left(feed_facts.feed_fields ->> 'availability_date', 10) < pg_catalog.left(platform.utc(platform.now()), 10) then 'availability_date_is_past' end,
  case when feed_facts.feed_fields ->> 'availability_date' ~ '^\d{4}-'
      and pg_catalog.left(feed_facts.feed_fields ->> 'availability_date', 10) > pg_catalog.left(platform.utc(platform.now() + interval '1 year'), 10)
    then 'availability_date_is_far' end,
  case when pg_catalog.left(feed_facts.feed_fields ->> 'expiration_date', 10) < pg_catalog.left(platform.utc(platform.now()), 10) then 'expiration_date_is_past' end,
  case when feed_facts.feed_fields -> 'shipping' @? '$[*] ? (!exists (@.country) || !exists (@.price))' then 'shipping_is_incomplete' end
];
comment on function storefront.feed_facts(bigint, text, text, text, jsonb) is 'Returns the facts about a product by which rules of feeds are broken, as feed_rules.value.';

create function storefront.feed_group_facts(brand_id text)
returns table (product_id text, fact text)
language sql stable
as $$
  with variants as (
    select
      held.product_id,
      count(*) over (partition by held.group_key, held.attributes) > 1 as is_alike,
      count(*) over same_group > 1 and pg_catalog.bool_or(held.product_id = held.group_key) over same_group as group_is_item
    from storefront.products as held
    where held.brand_id = feed_group_facts.brand_id and held.item_group_id is not null
    window same_group as (partition by held.group_key)
  ),
  handles as (
    select pg_catalog.array_agg(groups.group_key) as group_keys
    from (select distinct held.group_key from storefront.products as held where held.brand_id = feed_group_facts.brand_id) as groups
    group by storefront.shopify_handle(groups.group_key)
    having count(*) > 1
  )
  select variants.product_id, 'variants_are_alike' from variants where variants.is_alike
  union all
  select variants.product_id, 'group_is_an_item' from variants where variants.group_is_item
  union all
  select held.product_id, 'handle_is_shared'
  from handles
  cross join lateral pg_catalog.unnest(handles.group_keys) as shared (group_key)
  join storefront.products as held on held.brand_id = feed_group_facts.brand_id and held.group_key = shared.group_key;
$$;
comment on function storefront.feed_group_facts(text) is
  'Returns the facts about groups of variants by which rules of feeds are broken: variants with the same attributes, a group whose id is that of a '
  'variant, and groups whose ids make the same handle.';

create function storefront.feed_findings(brand_id text, platform text default null)
returns table (product_id text, platform text, field text, rule text, consequence text)
language sql stable
as $$
  -- Platforms share most rules. Each check is made once for a product, whichever platforms have it.
  with numbered as materialized (
    select
      held.*,
      pg_catalog.dense_rank() over (order by held.value, held.rule, held.applies_to, held.bound, held.choices, held.pattern) as check_number
    from storefront.feed_rules as held
    where feed_findings.platform is null or held.platform = feed_findings.platform
  ),
  checks as materialized (
    select distinct on (numbered.check_number)
      numbered.check_number, numbered.value, numbered.rule, numbered.applies_to, numbered.bound, numbered.choices, numbered.pattern
    from numbered
    order by numbered.check_number
  ),
  broken as (
    select held.product_id, checks.check_number
    from storefront.products as held
    cross join lateral storefront.feed_texts(held) as said
    join checks on checks.value = said.name
    where held.brand_id = feed_findings.brand_id
      and case
        when said.text is null or said.text = '' then checks.rule = 'required'
        when checks.rule = 'length_max' then pg_catalog.char_length(said.text) > checks.bound
        when checks.rule = 'length_min' then pg_catalog.char_length(said.text) < checks.bound
        when checks.rule = 'choices' then said.text <> all (checks.choices)
        when checks.rule = 'form' then said.text !~ checks.pattern
      end
      and checks.applies_to = any (storefront.feed_conditions(held.availability, held.category, held.feed_fields))
    union all
    select held.product_id, checks.check_number
    from storefront.products as held
    cross join lateral pg_catalog.unnest(storefront.feed_facts(held.regular_price_micros, held.gtin, held.mpn, held.product_brand, held.feed_fields)) as fact (name)
    join checks on checks.value = fact.name
    where held.brand_id = feed_findings.brand_id and checks.applies_to = any (storefront.feed_conditions(held.availability, held.category, held.feed_fields))
    union all
    select facts.product_id, checks.check_number
    from storefront.feed_group_facts(feed_findings.brand_id) as facts
    join checks on checks.value = facts.fact
  )
  select broken.product_id, numbered.platform, numbered.field, numbered.rule, numbered.consequence
  from broken
  join numbered on numbered.check_number = broken.check_number;
$$;
comment on function storefront.feed_findings(text, text) is
  'Returns which rules of feed_rules the products of a catalog break, for one platform or for all. The feeds contain these products nevertheless.';

create function storefront.feed_warnings(brand_id text, product_ids text[])
returns jsonb
language sql stable
as $$
  with found as materialized (
    select findings.*
    from storefront.feed_findings(feed_warnings.brand_id) as findings
    where findings.product_id = any (feed_warnings.product_ids)
  ),
  counted as (
    select found.platform, found.consequence, found.field, found.rule, count(*) as products, min(found.product_id) as product_id
    from found
    group by found.platform, found.consequence, found.field, found.rule
  ),
  totals as (
    select found.platform, found.consequence, count(distinct found.product_id) as products from found group by found.platform, found.consequence
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
  'Returns what each platform refuses of these products in its feed, and what it warns about, as one warning for each platform and consequence: the '
  'number of products and, for each broken rule, their number and the first of them.';

grant execute on function
  storefront.feed_conditions(text, text, jsonb),
  storefront.feed_facts(bigint, text, text, text, jsonb),
  storefront.feed_group_facts(text),
  storefront.feed_findings(text, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function
  storefront.feed_warnings(text, text[]),
  storefront.lacks_identifiers(text, text, text),
  storefront.shopify_handle(text),
  storefront.web_address(text),
  storefront.web_addresses(text[])
to vitrine_worker;
