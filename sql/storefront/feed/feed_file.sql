create function storefront.attribute_words(value jsonb)
returns text
language sql immutable
return (select pg_catalog.string_agg(said #>> '{}', '/') from pg_catalog.jsonb_path_query(attribute_words.value, 'lax $[*]') as said);
comment on function storefront.attribute_words(jsonb) is
  'Returns the text of an attribute. Several values are separated by slashes, as in merchant feeds.';

create function storefront.feed_availability(product storefront.products)
returns text
language sql immutable
return case
  -- Agents see a backorder as a preorder. Feeds keep the difference.
  when feed_availability.product.availability = 'preorder' and feed_availability.product.feed_fields ->> 'availability' = 'backorder' then 'backorder'
  else feed_availability.product.availability
end;
comment on function storefront.feed_availability(storefront.products) is
  'Returns in_stock, low_stock, out_of_stock, preorder or backorder.';

create function storefront.feed_values(product storefront.products, seller_name text, seller_url text)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'id', feed_values.product.product_id,
  'group_id', coalesce(feed_values.product.item_group_id, feed_values.product.product_id),
  'has_group', feed_values.product.item_group_id is not null,
  'title', feed_values.product.title,
  'description', pg_catalog.regexp_replace(coalesce(feed_values.product.description, ''), '\s+', ' ', 'g'),
  'link', storefront.web_address(feed_values.product.link),
  'image', (storefront.web_addresses(feed_values.product.images))[1],
  'more_images', pg_catalog.array_to_string((storefront.web_addresses(feed_values.product.images))[2:11], ','),
  'full_price', storefront.feed_price(feed_values.product.regular_price_micros, feed_values.product.currency),
  'full_amount', storefront.amount(feed_values.product.regular_price_micros, feed_values.product.currency),
  'sale_price', case when feed_values.product.list_price_micros is not null
    then storefront.feed_price(feed_values.product.price_micros, feed_values.product.currency)
  end,
  -- Platforms that accept a sale period receive the sale price before the sale starts.
  'planned_sale_price', case when feed_values.product.list_price_micros is not null or storefront.sale_period(feed_values.product) is not null
    then storefront.feed_price(feed_values.product.sale_price_micros, feed_values.product.currency)
  end,
  'sale_period', storefront.sale_period(feed_values.product),
  'amount', storefront.amount(feed_values.product.price_micros, feed_values.product.currency),
  'is_reduced', feed_values.product.list_price_micros is not null,
  'stock', case feed_values.product.availability when 'low_stock' then 'in_stock' else storefront.feed_availability(feed_values.product) end,
  'availability_date', feed_values.product.feed_fields ->> 'availability_date',
  'expiration_date', feed_values.product.feed_fields ->> 'expiration_date',
  'shipping', feed_values.product.feed_fields -> 'shipping',
  'shipping_weight', feed_values.product.feed_fields ->> 'shipping_weight',
  'shipping_length', feed_values.product.feed_fields ->> 'shipping_length',
  'shipping_width', feed_values.product.feed_fields ->> 'shipping_width',
  'shipping_height', feed_values.product.feed_fields ->> 'shipping_height',
  'shipping_label', feed_values.product.feed_fields ->> 'shipping_label',
  'min_handling_time', feed_values.product.feed_fields ->> 'min_handling_time',
  'max_handling_time', feed_values.product.feed_fields ->> 'max_handling_time',
  'google_category', feed_values.product.feed_fields ->> 'google_product_category',
  -- A feed may say yes for a product without identifiers, which platforms refuse.
  'identifier_exists', case when storefront.lacks_identifiers(feed_values.product) then 'no' end,
  'gender', storefront.attribute_words(feed_values.product.attributes -> 'gender'),
  'age_group', storefront.attribute_words(feed_values.product.attributes -> 'age_group'),
  'pattern', storefront.attribute_words(feed_values.product.attributes -> 'pattern'),
  'size_type', storefront.attribute_words(feed_values.product.attributes -> 'size_type'),
  'size_system', storefront.attribute_words(feed_values.product.attributes -> 'size_system'),
  'quantity', feed_values.product.quantity,
  'condition', feed_values.product.condition,
  'brand', feed_values.product.product_brand,
  'gtin', feed_values.product.gtin,
  'mpn', feed_values.product.mpn,
  'sku', feed_values.product.sku,
  'category', feed_values.product.category,
  'color', coalesce(storefront.attribute_words(feed_values.product.attributes -> 'color'), storefront.attribute_words(feed_values.product.attributes -> 'colour')),
  'size', storefront.attribute_words(feed_values.product.attributes -> 'size'),
  'material', storefront.attribute_words(feed_values.product.attributes -> 'material'),
  'rating_score', feed_values.product.shown_score,
  'rating_count', nullif(feed_values.product.shown_count, 0),
  'seller_name', feed_values.seller_name,
  'seller_url', feed_values.seller_url
);
comment on function storefront.feed_values(storefront.products, text, text) is
  'Returns the values of a product for merchant feeds. feed_columns maps these internal names to columns.';

create table storefront.feed_columns (
  platform text not null,
  position smallint not null,
  name text not null,
  value text not null,
  constraint feed_columns_pkey primary key (platform, position),
  constraint feed_columns_platform_fkey foreign key (platform) references storefront.feed_platforms on delete cascade
);
comment on table storefront.feed_columns is
  'Columns of the file of a platform, in their order. value is a name from feed_values or feed_rows, or a constant after an equals sign.';

insert into storefront.feed_columns (platform, position, name, value)
select given.platform, column_of.position, pg_catalog.split_part(column_of.pair, ':', 1), pg_catalog.split_part(column_of.pair, ':', 2)
from (
  values
    ('google', 'id:id,title:title,description:description,link:link,image_link:image,additional_image_link:more_images,availability:stock,price:full_price,sale_price:planned_sale_price,sale_price_effective_date:sale_period,condition:condition,brand:brand,gtin:gtin,mpn:mpn,product_type:category,google_product_category:google_category,identifier_exists:identifier_exists,availability_date:availability_date,expiration_date:expiration_date,shipping:shipping,shipping_weight:shipping_weight,shipping_length:shipping_length,shipping_width:shipping_width,shipping_height:shipping_height,shipping_label:shipping_label,min_handling_time:min_handling_time,max_handling_time:max_handling_time,item_group_id:group_id,color:color,size:size,size_type:size_type,size_system:size_system,material:material,pattern:pattern,gender:gender,age_group:age_group'),
    ('meta', 'id:id,title:title,description:description,availability:stock,condition:condition,price:full_price,sale_price:planned_sale_price,sale_price_effective_date:sale_period,link:link,image_link:image,additional_image_link:more_images,brand:brand,gtin:gtin,mpn:mpn,product_type:category,google_product_category:google_category,shipping:shipping,shipping_weight:shipping_weight,item_group_id:group_id,color:color,size:size,material:material,pattern:pattern,gender:gender,age_group:age_group,quantity_to_sell_on_facebook:quantity'),
    ('openai', 'item_id:id,title:title,description:description,url:link,brand:brand,image_url:image,price:full_price,sale_price:sale_price,availability:openai_stock,group_id:group_id,listing_has_variations:has_group,gtin:gtin,mpn:mpn,condition:condition,product_category:category,material:material,color:color,size:size,additional_image_urls:more_images,seller_name:seller_name,seller_url:seller_url,review_count:rating_count,star_rating:rating_score,is_eligible_search:=true,is_eligible_checkout:=false'),
    ('shopify', 'Title:title,URL handle:group_id,Description:description,Vendor:brand,Type:category,Published on online store:=true,Status:=active,SKU:shopify_sku,Barcode:gtin,Option1 name:=Variant,Option1 value:id,Price:amount,Compare-at price:compare_amount,Inventory quantity:quantity,Product image URL:image')
) as given (platform, columns)
cross join lateral pg_catalog.string_to_table(given.columns, ',') with ordinality as column_of (pair, position);

create function storefront.feed_rows(brand_id text, shop_brand_id text, platform text, "limit" integer, "offset" bigint)
returns table (number bigint, "row" json)
language sql stable
as $$
  with seller as (
    select brands.name, storefront.web_address(shops.website) as website
    from core.brands
    left join storefront.shops on shops.brand_id = feed_rows.shop_brand_id
    where brands.brand_id = feed_rows.brand_id
  ),
  page as (
    select held
    from storefront.products as held
    where held.brand_id = feed_rows.shop_brand_id
    order by held.group_key, held.product_id
    limit feed_rows."limit" offset feed_rows."offset"
  ),
  listed as (
    select
      pg_catalog.row_number() over (order by said.values ->> 'group_id', said.values ->> 'id') as number,
      said.values || pg_catalog.jsonb_build_object(
        'openai_stock', case (page.held).availability when 'preorder' then 'pre_order' else said.values ->> 'stock' end,
        'shopify_sku', coalesce((page.held).sku, (page.held).product_id),
        'compare_amount', case when (page.held).list_price_micros is not null then said.values -> 'full_amount' end
      ) as values
    from page
    cross join seller
    cross join lateral (select storefront.feed_values(page.held, seller.name, seller.website) as values) as said
  )
  select
    listed.number,
    (
      select pg_catalog.json_object_agg(
        columns.name,
        case
          when columns.value like '=%' then pg_catalog.to_jsonb(pg_catalog.substr(columns.value, 2))
          -- A field that the feed repeats is a list, which the writer of the file separates.
          when pg_catalog.jsonb_typeof(listed.values -> columns.value) = 'array' then listed.values -> columns.value
          else pg_catalog.to_jsonb(coalesce(listed.values ->> columns.value, ''))
        end
        order by columns.position
      )
      from storefront.feed_columns as columns
      where columns.platform = feed_rows.platform
    )
  from listed;
$$;
comment on function storefront.feed_rows(text, text, text, integer, bigint) is
  'Returns the rows of the file of a platform. Variants of one product are adjacent.';

create function storefront.acp_products(brand_id text, shop_brand_id text, "limit" integer, "offset" bigint)
returns table (number bigint, "row" json)
language sql stable
as $$
  -- Agentic Commerce Protocol, schema.feed.json of 2026-04-17: Product and Variant.
  with groups as (
    select distinct products.group_key
    from storefront.products
    where products.brand_id = acp_products.shop_brand_id
    order by products.group_key
    limit acp_products."limit" offset acp_products."offset"
  ),
  variants as (
    select products.*, storefront.feed_availability(products) as feed_availability, pg_catalog.row_number() over (partition by products.group_key order by products.product_id) as place
    from groups
    join storefront.products on products.brand_id = acp_products.shop_brand_id and products.group_key = groups.group_key
  ),
  said as (
    select
      variants.group_key, variants.place, variants.title, variants.description, variants.link, variants.images,
      pg_catalog.json_build_object(
        'id', variants.product_id,
        'title', variants.title,
        'description', pg_catalog.json_build_object('plain', coalesce(variants.description, '')),
        'url', storefront.web_address(variants.link),
        'barcodes', case when variants.gtin is null then '[]'::json else pg_catalog.json_build_array(pg_catalog.json_build_object('type', 'gtin', 'value', variants.gtin)) end,
        'price', pg_catalog.json_build_object('amount', storefront.amount_minor(variants.price_micros, currencies), 'currency', variants.currency),
        'list_price', case when variants.list_price_micros is not null then pg_catalog.json_build_object(
          'amount', storefront.amount_minor(variants.list_price_micros, currencies), 'currency', variants.currency
        ) end,
        'availability', pg_catalog.json_build_object(
          'available', variants.availability <> 'out_of_stock',
          'status', case variants.availability when 'low_stock' then 'limited_stock' else variants.feed_availability end
        ),
        'categories', case when variants.category is null then '[]'::json else pg_catalog.json_build_array(pg_catalog.json_build_object('value', variants.category, 'taxonomy', 'merchant')) end,
        'condition', case when variants.condition is not null then pg_catalog.json_build_array(variants.condition) end,
        'variant_options', (
          select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', option.value ->> 'name', 'value', option.value ->> 'label') order by option.number), '[]')
          from pg_catalog.jsonb_array_elements(options.options) with ordinality as option (value, number)
        ),
        'media', (
          select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('type', 'image', 'url', image.link) order by image.number), '[]')
          from pg_catalog.unnest(storefront.web_addresses(variants.images)) with ordinality as image (link, number)
        )
      ) as variant
    from variants
    join core.currencies on currencies.currency = variants.currency
    left join storefront.buyer_options(acp_products.shop_brand_id, array(select groups.group_key from groups)) as options
      on options.group_key = variants.group_key and options.product_id = variants.product_id
  )
  select
    pg_catalog.row_number() over (order by said.group_key),
    -- The protocol has no null values, so unknown members are omitted.
    pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
      'id', said.group_key,
      'title', storefront.group_title(pg_catalog.array_agg(said.title order by said.place), min(said.title) filter (where said.place = 1)),
      'description', pg_catalog.json_build_object('plain', coalesce(min(said.description) filter (where said.place = 1), '')),
      'url', storefront.web_address(min(said.link) filter (where said.place = 1)),
      'variants', pg_catalog.json_agg(said.variant order by said.place)
    ))
  from said
  group by said.group_key;
$$;
comment on function storefront.acp_products(text, text, integer, bigint) is
  'Returns the catalog as Product objects of the Agentic Commerce Protocol, each with its variants.';

create function storefront.feed_file(brand_id text, platform text, file text, page integer default 1)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(feed_file.brand_id);
  v_platform constant storefront.feed_platforms := storefront.require_feed_platform(feed_file.platform);
  v_rows_max constant integer := 5000;
  v_offset constant bigint := (feed_file.page - 1) * 5000::bigint;
  v_rows json;
begin
  perform platform.require_page(1, feed_file.page);
  if not feed_file.file = any (v_platform.files) then
    perform platform.fail('NTFND', 'names_no_file_of_this_feed', 'file', pg_catalog.json_build_object('platform', v_platform.platform, 'files', v_platform.files));
  end if;
  if v_platform.platform = 'acp' then
    select pg_catalog.json_agg(products."row" order by products.number) into v_rows
    from storefront.acp_products(feed_file.brand_id, v_brand_id, v_rows_max, v_offset) as products;
  elsif exists (select from storefront.feed_columns as columns where columns.platform = v_platform.platform) then
    select pg_catalog.json_agg(products."row" order by products.number) into v_rows
    from storefront.feed_rows(feed_file.brand_id, v_brand_id, v_platform.platform, v_rows_max, v_offset) as products;
  else
    v_rows := storefront.feed(feed_file.brand_id, v_platform.platform, v_rows_max, feed_file.page) -> 'products';
  end if;
  return pg_catalog.json_build_object(
    'file', feed_file.file,
    'title', (select brands.name from core.brands where brands.brand_id = feed_file.brand_id),
    'rows', coalesce(v_rows, '[]'),
    'degradation', storefront.degradation(v_brand_id)
  );
end
$$;
comment on function storefront.feed_file(text, text, text, integer) is
  'GET /platforms/{platform}/{file}: returns the rows of a feed file, 5,000 per page. Raises NTFND for an unknown platform or file.';

grant select on storefront.feed_columns to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function
  storefront.attribute_words(jsonb),
  storefront.feed_availability(storefront.products),
  storefront.feed_values(storefront.products, text, text),
  storefront.feed_rows(text, text, text, integer, bigint),
  storefront.acp_products(text, text, integer, bigint),
  storefront.feed_file(text, text, text, integer)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.feed_file', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
