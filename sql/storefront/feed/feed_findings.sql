create function storefront.is_in_capitals(title text)
returns boolean
language sql immutable
return is_in_capitals.title collate pg_catalog."und-x-icu" !~ '[[:lower:]]'
  and is_in_capitals.title collate pg_catalog."und-x-icu" ~ '[[:upper:]]{4}.*[^[:upper:]].*[[:upper:]]{4}';
comment on function storefront.is_in_capitals(text) is
  'Returns whether a title has two words of at least four capital letters and no small letter. A brand or a model alone can be written so.';

create function storefront.is_promotional(title text)
returns boolean
language sql immutable
return storefront.lowered(is_promotional.title) ~ (
  '\m(on sale|on offer|special offer|(buy|order|shop) now|best price|lowest price|limited time|free (shipping|delivery|returns)|save up to|clearance sale|super sale|final sale|'
  'sonderangebot|sonderpreis|jetzt (kaufen|bestellen|sparen|zugreifen)|versandkostenfrei|(gratis|kostenloser|kostenfreier)[- ]?versand|ausverkauf|'
  'livraison gratuite|promotion|soldes|envío gratis|spedizione gratuita|gratis verzending)\M|\d ?% ?(off|rabatt|reduziert|de réduction|de descuento|di sconto|korting)'
);
comment on function storefront.is_promotional(text) is
  'Returns whether a title has words of promotional text, in the languages of most catalogs: a reduction, shipping or a call to buy.';

create function storefront.feed_facts(regular_price_micros bigint, gtin text, mpn text, product_brand text, feed_fields jsonb, title text)
returns text[]
language sql immutable
return array[
  case when feed_facts.regular_price_micros = 0 then 'price_is_zero' end,
  case when storefront.lacks_identifiers(feed_facts.gtin, feed_facts.mpn, feed_facts.product_brand) then 'identifiers_are_missing' end,
  case when feed_facts.feed_fields -> 'shipping' @? '$[*] ? (!exists (@.country) || !exists (@.price))' then 'shipping_is_incomplete' end,
  case when storefront.is_in_capitals(feed_facts.title) then 'title_is_in_capitals' end,
  case when storefront.is_promotional(feed_facts.title) then 'title_is_promotional' end
];
comment on function storefront.feed_facts(bigint, text, text, text, jsonb, text) is
  'Returns the facts about a product by which rules of feeds are broken, as feed_rules.value.';

create function storefront.feed_dated_facts(available_on text, expires_on text, today text, next_year text)
returns text[]
language sql immutable
return pg_catalog.array_remove(array[
  -- Days as texts are compared without reading them, because a feed may state a day that does not exist.
  case when feed_dated_facts.available_on < feed_dated_facts.today then 'availability_date_is_past' end,
  case when feed_dated_facts.available_on > feed_dated_facts.next_year and feed_dated_facts.available_on ~ '^\d{4}-' then 'availability_date_is_far' end,
  case when feed_dated_facts.expires_on < feed_dated_facts.today then 'expiration_date_is_past' end
], null);
comment on function storefront.feed_dated_facts(text, text, text, text) is
  'Returns the facts about a product that depend on the current day, as feed_rules.value. They are not stored. The days are parameters, because they '
  'would be calculated for each product.';

create function storefront.feed_day(ahead interval)
returns text
language sql stable
return pg_catalog.left(platform.utc(platform.now() + feed_day.ahead), 10);
comment on function storefront.feed_day(interval) is 'Returns the day after an interval from now, in UTC, as storefront.feed_dated_facts compares it.';

create function storefront.feed_group_facts(brand_id text, product_ids text[])
returns table (product_id text, fact text)
language sql stable
as $$
  with given as materialized (
    select held.product_id, held.item_group_id, held.group_key, held.attributes, held.gtin, held.condition
    from pg_catalog.unnest(feed_group_facts.product_ids) as wanted (product_id)
    join storefront.products as held on held.brand_id = feed_group_facts.brand_id and held.product_id = wanted.product_id
  ),
  variants as (
    select
      given.product_id,
      count(*) over (partition by given.group_key, given.attributes) > 1 as is_alike,
      count(*) over same_group > 1 and pg_catalog.bool_or(given.product_id = given.group_key) over same_group as group_is_item
    from given
    where given.item_group_id is not null
    window same_group as (partition by given.group_key)
  ),
  handles as (
    select pg_catalog.array_agg(groups.group_key) as group_keys
    from (select distinct given.group_key from given) as groups
    group by storefront.shopify_handle(groups.group_key)
    having count(*) > 1
  ),
  -- A used product and a package of several have the GTIN of the new one.
  items as materialized (
    select held.gtin, said.condition, said.multipack
    from storefront.products as held
    cross join lateral (
      select coalesce(held.condition, 'new') as condition, coalesce(held.attributes ->> 'multipack', '1') as multipack
    ) as said
    where held.brand_id = feed_group_facts.brand_id and held.gtin in (select given.gtin from given)
    group by held.gtin, said.condition, said.multipack
    having min(held.group_key) <> max(held.group_key)
  )
  select given.product_id, 'gtin_is_shared'
  from given
  join items
    on items.gtin = given.gtin and items.condition = coalesce(given.condition, 'new')
    and items.multipack = coalesce(given.attributes ->> 'multipack', '1')
  union all
  select variants.product_id, 'variants_are_alike' from variants where variants.is_alike
  union all
  select variants.product_id, 'group_is_an_item' from variants where variants.group_is_item
  union all
  select given.product_id, 'handle_is_shared'
  from handles
  cross join lateral pg_catalog.unnest(handles.group_keys) as shared (group_key)
  join given on given.group_key = shared.group_key;
$$;
comment on function storefront.feed_group_facts(text, text[]) is
  'Returns the facts about groups of variants by which rules of feeds are broken: variants with the same attributes, a group whose id is that of a '
  'variant, groups whose ids make the same handle, and groups with the same GTIN. The products must contain all others with the same handle.';

create function storefront.feed_findings(brand_id text, product_ids text[])
returns table (product_id text, group_key text, rules text[], conditions text[], available_on text, expires_on text)
language sql stable
as $$
  -- Platforms share most rules. Each check is made once for a product, whichever platforms have it.
  with numbered as materialized (
    select
      held.*,
      pg_catalog.dense_rank() over (order by held.value, held.rule, held.applies_to, held.bound, held.choices, held.pattern)::integer as check_number
    from storefront.feed_rules as held
  ),
  checks as materialized (
    select distinct on (numbered.check_number)
      numbered.check_number, numbered.value, numbered.rule, numbered.applies_to, numbered.bound, numbered.choices, numbered.pattern
    from numbered
    order by numbered.check_number
  ),
  given as materialized (
    select held.product_id, held.group_key, said.names, pg_catalog.array_replace(said.texts, '', null) as texts, facts.*
    from pg_catalog.unnest(feed_findings.product_ids) as wanted (product_id)
    join storefront.products as held on held.brand_id = feed_findings.brand_id and held.product_id = wanted.product_id
    cross join lateral storefront.feed_texts(held) as said
    cross join lateral (
      select
        storefront.feed_facts(held.regular_price_micros, held.gtin, held.mpn, held.product_brand, held.feed_fields, held.title) as facts,
        pg_catalog.array_remove(storefront.feed_conditions(held.availability, held.category, held.feed_fields), null) as conditions,
        pg_catalog.left(held.feed_fields ->> 'availability_date', 10) as available_on,
        pg_catalog.left(held.feed_fields ->> 'expiration_date', 10) as expires_on
      offset 0
    ) as facts
  ),
  -- Many products lack the same texts.
  lacking as materialized (
    select
      alike.product_ids,
      array(
        select checks.check_number
        from checks
        where checks.rule = 'required' and checks.applies_to = any (alike.conditions)
          and pg_catalog.array_position(alike.names, checks.value) = any (alike.missing)
      ) as check_numbers
    from (
      select given.names, given.conditions, pg_catalog.array_positions(given.texts, null) as missing, pg_catalog.array_agg(given.product_id) as product_ids
      from given
      group by given.names, given.conditions, pg_catalog.array_positions(given.texts, null)
    ) as alike
  ),
  broken as (
    select given.product_id, checks.check_number
    from given
    cross join lateral rows from (pg_catalog.unnest(given.names), pg_catalog.unnest(given.texts)) as said (name, text)
    join checks on checks.value = said.name
    where said.text is not null
      and case checks.rule
        when 'length_max' then pg_catalog.char_length(said.text) > checks.bound
        when 'length_min' then pg_catalog.char_length(said.text) < checks.bound
        when 'choices' then said.text <> all (checks.choices)
        when 'form' then said.text !~ checks.pattern
      end
      and checks.applies_to = any (given.conditions)
    union all
    select given.product_id, checks.check_number
    from given
    cross join lateral pg_catalog.unnest(given.facts) as fact (name)
    join checks on checks.value = fact.name
    where checks.applies_to = any (given.conditions)
    union all
    select facts.product_id, checks.check_number
    from storefront.feed_group_facts(feed_findings.brand_id, feed_findings.product_ids) as facts
    join checks on checks.value = facts.fact
  ),
  collected as materialized (
    select lacking_product.product_id, lacking.check_numbers || coalesce(others.check_numbers, '{}') as check_numbers
    from lacking
    cross join lateral pg_catalog.unnest(lacking.product_ids) as lacking_product (product_id)
    left join (
      select broken.product_id, pg_catalog.array_agg(broken.check_number order by broken.check_number) as check_numbers
      from broken
      group by broken.product_id
    ) as others on others.product_id = lacking_product.product_id
  ),
  -- Many products break the same rules. Materialized, because the names would otherwise be collected again for each product.
  sets as materialized (
    select
      distinct_sets.check_numbers,
      array(
        select storefront.feed_rule_name(numbered.platform, numbered.field, numbered.rule)
        from numbered
        where numbered.check_number = any (distinct_sets.check_numbers)
        order by numbered.platform, numbered.field, numbered.rule
      ) as rules
    from (select distinct collected.check_numbers from collected) as distinct_sets
  )
  select given.product_id, given.group_key, sets.rules, given.conditions, given.available_on, given.expires_on
  from given
  join collected on collected.product_id = given.product_id
  join sets on sets.check_numbers = collected.check_numbers;
$$;
comment on function storefront.feed_findings(text, text[]) is
  'Returns which rules of feed_rules each of these products breaks, without rules that depend on the current day, and what these depend on.';

grant execute on function
  storefront.feed_facts(bigint, text, text, text, jsonb, text),
  storefront.is_in_capitals(text),
  storefront.is_promotional(text),
  storefront.feed_dated_facts(text, text, text, text),
  storefront.feed_day(interval),
  storefront.feed_group_facts(text, text[]),
  storefront.feed_findings(text, text[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
