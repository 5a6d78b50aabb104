create function storefront.shopify_handle(group_key text)
returns text
language sql immutable
return pg_catalog.btrim(pg_catalog.regexp_replace(storefront.lowered(shopify_handle.group_key) collate pg_catalog."und-x-icu", '[^[:alnum:]]+', '-', 'g'), '-');
comment on function storefront.shopify_handle(text) is
  'Returns the URL handle of a group of variants. Shopify permits letters of every script, digits and hyphens. Independent of the locale of the database.';

create function storefront.option_label(name text)
returns text
language sql immutable
return pg_catalog.upper(pg_catalog.left(option_label.name, 1) collate pg_catalog."und-x-icu") || pg_catalog.replace(pg_catalog.substr(option_label.name, 2), '_', ' ');
comment on function storefront.option_label(text) is 'Returns the name of an attribute as people read it: Shirt size for shirt_size.';

create function storefront.shopify_options(shop_brand_id text, group_keys text[])
returns table (group_key text, product_id text, options jsonb)
language sql stable
as $$
  with variants as (
    select held.group_key, held.product_id, held.attributes, held.feed_fields -> 'shopify' as shopify, count(*) over (partition by held.group_key) as variants
    from storefront.products as held
    where held.brand_id = shopify_options.shop_brand_id and held.group_key = any (shopify_options.group_keys)
  ),
  said as (
    select variants.group_key, variants.product_id, variants.variants, case when variants.shopify is null then held.options else imported.options end as options
    from variants
    left join storefront.buyer_options(shopify_options.shop_brand_id, shopify_options.group_keys) as chosen
      on chosen.group_key = variants.group_key and chosen.product_id = variants.product_id
    cross join lateral (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('name', storefront.option_label(option.value ->> 'name'), 'label', option.value -> 'label') order by option.value ->> 'name'
      ) as options
      from (
        select option.value from pg_catalog.jsonb_array_elements(chosen.options) as option (value)
        union all
        -- A color or size that all variants share is also an option of a product, which has at most three.
        (
          select pg_catalog.jsonb_build_object('name', usual.name, 'label', variants.attributes ->> usual.name)
          from (values ('color'), ('size')) as usual (name)
          where pg_catalog.jsonb_typeof(variants.attributes -> usual.name) = 'string'
            and not coalesce(chosen.options @> pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('name', usual.name)), false)
          order by usual.name
          limit greatest(0, 3 - coalesce(pg_catalog.jsonb_array_length(chosen.options), 0))
        )
      ) as option
    ) as held
    -- A product of a file of Shopify keeps its options in their order.
    cross join lateral (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('name', option.value -> 'name', 'label', variants.attributes -> (option.value ->> 'attribute')) order by option.number
      ) as options
      from pg_catalog.jsonb_array_elements(variants.shopify -> 'options') with ordinality as option (value, number)
      where pg_catalog.jsonb_typeof(variants.attributes -> (option.value ->> 'attribute')) = 'string'
    ) as imported
  ),
  named as (
    select said.*, (select pg_catalog.string_agg(option.value ->> 'name', ',' order by option.number) from pg_catalog.jsonb_array_elements(said.options) with ordinality as option (value, number)) as names
    from said
  ),
  -- The variants of a product have the same one to three options, and no two of them the same values.
  usable as (
    select named.group_key
    from named
    group by named.group_key
    having pg_catalog.bool_and(pg_catalog.jsonb_array_length(named.options) between 1 and 3)
      and count(named.options) = count(*) and count(distinct named.options) = count(*) and count(distinct named.names) = 1
  )
  select
    named.group_key, named.product_id,
    case
      when usable.group_key is not null then named.options
      when named.variants > 1 then pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('name', 'Variant', 'label', named.product_id))
      else '[{"name": "Title", "label": "Default Title"}]'
    end
  from named
  left join usable on usable.group_key = named.group_key;
$$;
comment on function storefront.shopify_options(text, text[]) is
  'Returns the options of each variant as Shopify accepts them: those of an imported file of Shopify, else those that a buyer chooses, else the id of the variant as the option Variant, else the '
  'option Title of a product without options.';

create function storefront.shopify_weight(written text)
returns table (grams text, unit text)
language sql immutable
as $$
  select pg_catalog.trim_scale(pg_catalog.round(weight.parts[1]::numeric * units.grams, 2))::text, units.unit
  from (select pg_catalog.regexp_match(shopify_weight.written, '^(\d{1,9}(?:\.\d{1,6})?) ?(g|kg|oz|lb)$') as parts) as weight
  join (values ('g', 1), ('kg', 1000), ('oz', 28.349523125), ('lb', 453.59237)) as units (unit, grams) on units.unit = weight.parts[2];
$$;
comment on function storefront.shopify_weight(text) is 'Returns a weight such as 1.2 kg in grams, with the unit that Shopify shows. No row for another text.';

create function storefront.shopify_rows(shop_brand_id text, "limit" integer, "offset" bigint)
returns table (number bigint, "row" json)
language sql stable
as $$
  with groups as materialized (
    select distinct products.group_key
    from storefront.products
    where products.brand_id = shopify_rows.shop_brand_id
    order by products.group_key
    limit shopify_rows."limit" offset shopify_rows."offset"
  ),
  variants as materialized (
    select
      held.*, storefront.web_addresses(held.images) as links,
      -- Variants of a file of Shopify keep their order, because the first one is the default.
      pg_catalog.row_number() over (
        partition by held.group_key order by (held.feed_fields #>> '{shopify,position}')::integer nulls last, held.product_id
      ) as place
    from groups
    join storefront.products as held on held.brand_id = shopify_rows.shop_brand_id and held.group_key = groups.group_key
  ),
  pictures as (
    select placed.group_key, placed.link, pg_catalog.row_number() over (partition by placed.group_key order by placed.place) as place
    from (
      select variants.group_key, picture.link, min(variants.place * 1000 + picture.number) as place
      from variants
      cross join lateral pg_catalog.unnest(case
        when variants.feed_fields ? 'shopify' then storefront.web_addresses(array(
          select image.link from pg_catalog.jsonb_array_elements_text(variants.feed_fields #> '{shopify,images}') as image (link)
        ))
        else variants.links
      end) with ordinality as picture (link, number)
      group by variants.group_key, picture.link
    ) as placed
  ),
  products as (
    select
      variants.group_key,
      coalesce(
        min(variants.feed_fields ->> 'item_group_title'),
        storefront.group_title(pg_catalog.array_agg(variants.title order by variants.place), min(variants.title) filter (where variants.place = 1))
      ) as title,
      -- A product of Shopify has one description, which must not describe only one of its variants.
      storefront.group_description(
        pg_catalog.array_agg(variants.description order by variants.place), min(variants.description) filter (where variants.place = 1)
      ) as description
    from variants
    group by variants.group_key
  ),
  -- A row is a variant, an image, or both. What a product has once is in its first row.
  rows as (
    select coalesce(variants.group_key, pictures.group_key) as group_key, coalesce(variants.place, pictures.place) as place, variants, pictures.link
    from variants
    full join pictures on pictures.group_key = variants.group_key and pictures.place = variants.place
  )
  select
    pg_catalog.row_number() over (order by rows.group_key, rows.place),
    pg_catalog.json_build_object(
      'Title', case when rows.place = 1 then products.title else '' end,
      'URL handle', storefront.shopify_handle(rows.group_key),
      'Description', case when rows.place = 1 then
        -- The column is HTML.
        pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
          products.description, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), E'\n', '<br>')
      else '' end,
      'Vendor', case when rows.place = 1 then coalesce((rows.variants).product_brand, '') else '' end,
      -- A product of a file of Shopify can have a category and no type.
      'Product category', case
        when rows.place = 1 and (rows.variants).category <> coalesce(
          (rows.variants).attributes ->> 'product_type',
          case when (rows.variants).feed_fields ? 'shopify' then coalesce((rows.variants).feed_fields ->> 'google_product_category', '') end
        ) then (rows.variants).category
        else ''
      end,
      'Type', case when rows.place = 1 then coalesce(
        (rows.variants).attributes ->> 'product_type', case when not (rows.variants).feed_fields ? 'shopify' then (rows.variants).category end, ''
      ) else '' end,
      'Tags', case when rows.place = 1 then coalesce((
        select pg_catalog.string_agg(tag.value #>> '{}', ', ' order by tag.number)
        from pg_catalog.jsonb_path_query((rows.variants).attributes, 'lax $.tags[*]') with ordinality as tag (value, number)
      ), '') else '' end,
      'Published on online store', case when rows.place = 1 then 'true' else '' end,
      'Status', case when rows.place = 1 then 'active' else '' end,
      'SKU', coalesce((rows.variants).sku, case when not (rows.variants).feed_fields ? 'shopify' then (rows.variants).product_id end, ''),
      'Barcode', coalesce((rows.variants).gtin, ''),
      'Option1 name', case when rows.place = 1 then coalesce(chosen.options -> 0 ->> 'name', '') else '' end,
      'Option1 value', coalesce(chosen.options -> 0 ->> 'label', ''),
      'Option2 name', case when rows.place = 1 then coalesce(chosen.options -> 1 ->> 'name', '') else '' end,
      'Option2 value', coalesce(chosen.options -> 1 ->> 'label', ''),
      'Option3 name', case when rows.place = 1 then coalesce(chosen.options -> 2 ->> 'name', '') else '' end,
      'Option3 value', coalesce(chosen.options -> 2 ->> 'label', ''),
      'Price', coalesce(storefront.amount((rows.variants).price_micros, (rows.variants).currency)::text, ''),
      'Compare-at price', coalesce(storefront.amount((rows.variants).list_price_micros, (rows.variants).currency)::text, ''),
      -- Stock that is not tracked is always for sale.
      'Inventory tracker', case when (rows.variants).quantity is not null or (rows.variants).availability in ('out_of_stock', 'preorder')
        then 'shopify' else '' end,
      'Inventory quantity', coalesce(
        (rows.variants).quantity::text, case when (rows.variants).availability in ('out_of_stock', 'preorder') then '0' else '' end
      ),
      'Continue selling when out of stock', case
        when (rows.variants).availability = 'preorder' then 'CONTINUE'
        when (rows.variants).quantity is not null or (rows.variants).availability = 'out_of_stock' then 'DENY'
        else ''
      end,
      'Weight value (grams)', coalesce(weight.grams, ''),
      'Weight unit for display', coalesce(weight.unit, ''),
      'Product image URL', coalesce(rows.link, ''),
      'Image position', case when rows.link is not null then rows.place::text else '' end,
      'Variant image URL', case
        when (rows.variants).feed_fields ? 'shopify' then coalesce(storefront.web_address((rows.variants).feed_fields #>> '{shopify,variant_image}'), '')
        when (rows.variants).links[1] <> first.link then (rows.variants).links[1]
        else ''
      end,
      'Gift card', case when rows.place = 1 and (rows.variants).feed_fields #>> '{shopify,gift_card}' = 'true' then 'true' else '' end,
      'Google Shopping / Google product category', case when rows.place = 1 then coalesce((rows.variants).feed_fields ->> 'google_product_category', '') else '' end,
      'Google Shopping / Gender', case when rows.place = 1 then coalesce(storefront.attribute_text((rows.variants).attributes, 'gender'), '') else '' end,
      'Google Shopping / Age group', case when rows.place = 1 then coalesce(storefront.attribute_text((rows.variants).attributes, 'age_group'), '') else '' end,
      'Google Shopping / Manufacturer part number (MPN)', coalesce((rows.variants).mpn, ''),
      'Google Shopping / Condition', case when rows.place = 1 then coalesce((rows.variants).condition, '') else '' end
    )
  from rows
  join products on products.group_key = rows.group_key
  left join pictures as first on first.group_key = rows.group_key and first.place = 1
  left join storefront.shopify_options(shopify_rows.shop_brand_id, array(select groups.group_key from groups)) as chosen
    on chosen.group_key = rows.group_key and chosen.product_id = (rows.variants).product_id
  left join lateral storefront.shopify_weight((rows.variants).feed_fields ->> 'shipping_weight') as weight on true;
$$;
comment on function storefront.shopify_rows(text, integer, bigint) is
  'Returns the catalog as rows of a product CSV of Shopify: one for each variant and for each further image. The limit counts products.';

grant execute on function
  storefront.shopify_handle(text),
  storefront.option_label(text),
  storefront.shopify_options(text, text[]),
  storefront.shopify_weight(text),
  storefront.shopify_rows(text, integer, bigint)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
