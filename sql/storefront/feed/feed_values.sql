create function storefront.attribute_words(value jsonb)
returns text
language sql immutable
return (select pg_catalog.string_agg(said #>> '{}', '/') from pg_catalog.jsonb_path_query(attribute_words.value, 'lax $[*]') as said);
comment on function storefront.attribute_words(jsonb) is
  'Returns the text of an attribute. Several values are separated by slashes, as in merchant feeds.';

create function storefront.attribute_text(attributes jsonb, name text)
returns text
language sql immutable
return case pg_catalog.jsonb_typeof(attribute_text.attributes -> attribute_text.name)
  when 'array' then storefront.attribute_words(attribute_text.attributes -> attribute_text.name)
  else attribute_text.attributes ->> attribute_text.name
end;
comment on function storefront.attribute_text(jsonb, text) is
  'Returns the text of an attribute by its name, as storefront.attribute_words. It becomes a part of the query that calls it.';

create function storefront.feed_availability(availability text, feed_fields jsonb)
returns text
language sql immutable
return case
  -- Agents see a backorder as a preorder. Feeds keep the difference.
  when feed_availability.availability = 'preorder' and feed_availability.feed_fields ->> 'availability' = 'backorder' then 'backorder'
  else feed_availability.availability
end;
comment on function storefront.feed_availability(text, jsonb) is
  'Returns in_stock, low_stock, out_of_stock, preorder or backorder. It takes columns instead of a product, because a function whose argument is a whole '
  'row does not become a part of the query that calls it, and each call would copy the row.';

create function storefront.feed_date(written text)
returns text
language sql immutable
return pg_catalog.regexp_replace(
  pg_catalog.regexp_replace(feed_date.written, '^(\d{4}-\d\d-\d\d)$', '\1T00:00'),
  '^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)? ?(?:([+-]\d\d):?(\d\d)|Z)?$', '\1T\2\3\4'
) || case when feed_date.written ~ '^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?Z?)?$' then 'Z' else '' end;
comment on function storefront.feed_date(text) is
  'Returns a time in the form that Google publishes for availability_date: 2026-12-25T13:00-0800. A day alone is its beginning, a time without an offset '
  'is UTC. Returns other texts unchanged.';

create function storefront.first_image(images text[])
returns text
language sql immutable
return case when storefront.web_address(first_image.images[1]) is not null then first_image.images[1] else (storefront.web_addresses(first_image.images))[1] end;
comment on function storefront.first_image(text[]) is 'Returns the first valid http or https URL of a list.';

create function storefront.feed_texts(product storefront.products)
returns table (names text[], texts text[])
language sql stable
as $$
  -- One expression for all texts, because a list of values would be prepared again for each product.
  select
    '{id,title,description,link,image,group,stock,meta_stock,openai_stock,availability_date,expiration_date,condition,brand,gtin,mpn,any_identifier,identifier_exists,category,google_category,color,size,size_type,size_system,material,pattern,gender,age_group,adult,multipack,is_bundle,energy_efficiency_class,min_energy_efficiency_class,max_energy_efficiency_class,unit_pricing_measure,unit_pricing_base_measure,product_length,product_width,product_height,product_weight,shipping_weight,shipping_length,shipping_width,shipping_height,shipping_label,ships_from_country,transit_time_label,return_policy_label,min_handling_time,max_handling_time,canonical_link,mobile_link,group_title}'::text[],
    array[
      feed_texts.product.product_id,
      feed_texts.product.title,
      feed_texts.product.description,
      storefront.web_address(feed_texts.product.link),
      storefront.first_image(feed_texts.product.images),
      -- A product is not a group of its own: platforms take an id of a group as the statement that variants exist.
      feed_texts.product.item_group_id,
      case given.availability when 'low_stock' then 'in_stock' else given.availability end,
      case given.availability
        when 'preorder' then 'preorder' when 'backorder' then 'available for order' when 'out_of_stock' then 'out of stock' else 'in stock'
      end,
      case given.availability when 'preorder' then 'pre_order' when 'low_stock' then 'in_stock' else given.availability end,
      storefront.feed_date(given.feed_fields ->> 'availability_date'),
      storefront.feed_date(given.feed_fields ->> 'expiration_date'),
      feed_texts.product.condition,
      feed_texts.product.product_brand,
      feed_texts.product.gtin,
      feed_texts.product.mpn,
      coalesce(feed_texts.product.product_brand, feed_texts.product.gtin, feed_texts.product.mpn),
      -- A feed may say yes for a product without identifiers, which platforms refuse.
      case when storefront.lacks_identifiers(feed_texts.product.gtin, feed_texts.product.mpn, feed_texts.product.product_brand) then 'no' end,
      feed_texts.product.category,
      given.feed_fields ->> 'google_product_category',
      coalesce(storefront.attribute_text(given.attributes, 'color'), storefront.attribute_text(given.attributes, 'colour')),
      storefront.attribute_text(given.attributes, 'size'),
      storefront.attribute_text(given.attributes, 'size_type'),
      storefront.attribute_text(given.attributes, 'size_system'),
      storefront.attribute_text(given.attributes, 'material'),
      storefront.attribute_text(given.attributes, 'pattern'),
      pg_catalog.lower(storefront.attribute_text(given.attributes, 'gender')),
      pg_catalog.lower(storefront.attribute_text(given.attributes, 'age_group')),
      given.attributes ->> 'adult',
      given.attributes ->> 'multipack',
      given.attributes ->> 'is_bundle',
      given.attributes ->> 'energy_efficiency_class',
      given.attributes ->> 'min_energy_efficiency_class',
      given.attributes ->> 'max_energy_efficiency_class',
      given.attributes ->> 'unit_pricing_measure',
      given.attributes ->> 'unit_pricing_base_measure',
      given.attributes ->> 'product_length',
      given.attributes ->> 'product_width',
      given.attributes ->> 'product_height',
      given.attributes ->> 'product_weight',
      given.feed_fields ->> 'shipping_weight',
      given.feed_fields ->> 'shipping_length',
      given.feed_fields ->> 'shipping_width',
      given.feed_fields ->> 'shipping_height',
      given.feed_fields ->> 'shipping_label',
      given.feed_fields ->> 'ships_from_country',
      given.feed_fields ->> 'transit_time_label',
      given.feed_fields ->> 'return_policy_label',
      given.feed_fields ->> 'min_handling_time',
      given.feed_fields ->> 'max_handling_time',
      storefront.web_address(given.feed_fields ->> 'canonical_link'),
      storefront.web_address(given.feed_fields ->> 'mobile_link'),
      given.feed_fields ->> 'item_group_title'
    ]
  from (
    -- Null without any of these attributes or fields, so that they are not looked up one by one.
    select
      case when feed_texts.product.attributes ?|
        '{color,colour,size,size_type,size_system,material,pattern,gender,age_group,adult,multipack,is_bundle,energy_efficiency_class,min_energy_efficiency_class,max_energy_efficiency_class,unit_pricing_measure,unit_pricing_base_measure,product_length,product_width,product_height,product_weight}'
        then feed_texts.product.attributes
      end as attributes,
      nullif(feed_texts.product.feed_fields, '{}') as feed_fields,
      storefront.feed_availability(feed_texts.product.availability, feed_texts.product.feed_fields) as availability
    offset 0
  ) as given;
$$;
comment on function storefront.feed_texts(storefront.products) is
  'Returns the texts of a product for merchant feeds and their names, null where they are unknown. feed_rows writes them and feed_findings judges them.';

create function storefront.feed_values(product storefront.products, seller_name text, seller_url text)
returns jsonb
language sql stable
return (
  select pg_catalog.jsonb_object(said.names, said.texts) from storefront.feed_texts(feed_values.product) as said
) || storefront.feed_prices(feed_values.product) || pg_catalog.jsonb_build_object(
  'description', pg_catalog.regexp_replace(coalesce(feed_values.product.description, ''), '\s+', ' ', 'g'),
  'more_images', pg_catalog.to_jsonb((storefront.web_addresses(feed_values.product.images))[2:11]),
  'shipping', feed_values.product.feed_fields -> 'shipping',
  'product_detail', feed_values.product.feed_fields -> 'product_detail',
  'product_highlight', feed_values.product.attributes -> 'product_highlight',
  'quantity', feed_values.product.quantity::text,
  'rating_score', pg_catalog.round(feed_values.product.shown_score, 2)::text,
  'rating_count', nullif(feed_values.product.shown_count, 0),
  'seller_name', feed_values.seller_name,
  'seller_url', feed_values.seller_url
);
comment on function storefront.feed_values(storefront.products, text, text) is
  'Returns the values of a product for merchant feeds. feed_columns maps these internal names to columns.';

grant execute on function
  storefront.attribute_words(jsonb),
  storefront.attribute_text(jsonb, text),
  storefront.feed_availability(text, jsonb),
  storefront.feed_date(text),
  storefront.first_image(text[]),
  storefront.feed_texts(storefront.products),
  storefront.feed_values(storefront.products, text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
