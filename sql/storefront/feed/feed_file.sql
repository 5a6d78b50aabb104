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
    ('google', 'id:id,title:title,description:description,link:link,canonical_link:canonical_link,mobile_link:mobile_link,image_link:image,additional_image_link:more_images,availability:stock,price:full_price,sale_price:planned_sale_price,sale_price_effective_date:sale_period,unit_pricing_measure:unit_pricing_measure,unit_pricing_base_measure:unit_pricing_base_measure,condition:condition,adult:adult,multipack:multipack,is_bundle:is_bundle,brand:brand,gtin:gtin,mpn:mpn,product_type:category,google_product_category:google_category,identifier_exists:identifier_exists,availability_date:availability_date,expiration_date:expiration_date,shipping:shipping,shipping_weight:shipping_weight,shipping_length:shipping_length,shipping_width:shipping_width,shipping_height:shipping_height,shipping_label:shipping_label,ships_from_country:ships_from_country,transit_time_label:transit_time_label,return_policy_label:return_policy_label,min_handling_time:min_handling_time,max_handling_time:max_handling_time,energy_efficiency_class:energy_efficiency_class,min_energy_efficiency_class:min_energy_efficiency_class,max_energy_efficiency_class:max_energy_efficiency_class,item_group_id:group,item_group_title:group_title,color:color,size:size,size_type:size_type,size_system:size_system,material:material,pattern:pattern,gender:gender,age_group:age_group,product_length:product_length,product_width:product_width,product_height:product_height,product_weight:product_weight,product_highlight:product_highlight,product_detail:product_detail'),
    ('meta', 'id:id,title:title,description:description,availability:meta_stock,condition:condition,price:full_price,sale_price:planned_sale_price,sale_price_effective_date:sale_period,link:link,image_link:image,additional_image_link:more_images,brand:brand,gtin:gtin,mpn:mpn,product_type:category,google_product_category:google_category,shipping:shipping,shipping_weight:shipping_weight,item_group_id:group,color:color,size:size,material:material,pattern:pattern,gender:gender,age_group:age_group,quantity_to_sell_on_facebook:quantity'),
    ('openai', 'item_id:id,title:title,description:description,url:link,brand:brand,image_url:image,price:full_price,sale_price:sale_price,availability:openai_stock,group_id:openai_group,listing_has_variations:has_options,variant_dict:options,item_group_title:group_title,gtin:gtin,mpn:mpn,condition:condition,product_category:category,material:material,color:color,size:size,gender:gender,age_group:age_group,additional_image_urls:more_images,seller_name:seller_name,seller_url:seller_url,review_count:rating_count,star_rating:rating_score,is_eligible_search:=true,is_eligible_checkout:=false')
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
      pg_catalog.row_number() over (order by (page.held).group_key, (page.held).product_id) as number,
      said.values || pg_catalog.jsonb_build_object(
        'openai_group', case when (page.held).item_group_id <> (page.held).product_id then (page.held).item_group_id end,
        'has_options', chosen.options is not null and (page.held).item_group_id <> (page.held).product_id,
        'options', case when (page.held).item_group_id <> (page.held).product_id then (
          select pg_catalog.jsonb_object_agg(option.value ->> 'name', option.value ->> 'label')
          from pg_catalog.jsonb_array_elements(chosen.options) as option (value)
        ) end
      ) as values
    from page
    cross join seller
    cross join lateral (select storefront.feed_values(page.held, seller.name, seller.website) as values) as said
    left join storefront.buyer_options(
      feed_rows.shop_brand_id, case when feed_rows.platform = 'openai' then array(select (page.held).group_key from page) else '{}' end
    ) as chosen
      on chosen.group_key = (page.held).group_key and chosen.product_id = (page.held).product_id
  )
  select
    listed.number,
    (
      select pg_catalog.json_object_agg(
        columns.name,
        case
          when columns.value in ('=true', '=false') then pg_catalog.to_jsonb(columns.value = '=true')
          when columns.value like '=%' then pg_catalog.to_jsonb(pg_catalog.substr(columns.value, 2))
          -- The writer of the file joins lists and writes other values as texts.
          else coalesce(nullif(listed.values -> columns.value, 'null'), '""')
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

create function storefront.feed_file(brand_id text, platform text, file text, page integer default 1, base_url text default '')
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
  elsif v_platform.platform = 'shopify' then
    select pg_catalog.json_agg(products."row" order by products.number) into v_rows
    from storefront.shopify_rows(v_brand_id, v_rows_max, v_offset) as products;
  elsif exists (select from storefront.feed_columns as columns where columns.platform = v_platform.platform) then
    select pg_catalog.json_agg(products."row" order by products.number) into v_rows
    from storefront.feed_rows(feed_file.brand_id, v_brand_id, v_platform.platform, v_rows_max, v_offset) as products;
    if feed_file.file = 'feed.jsonl' then
      -- An empty cell of a table is an absent member of an object.
      select pg_catalog.json_agg((
        select pg_catalog.json_object_agg(member.key, member.value) from pg_catalog.json_each(given.value) as member where member.value::text <> '""'
      ) order by given.number) into v_rows
      from pg_catalog.json_array_elements(v_rows) with ordinality as given (value, number);
    end if;
  else
    v_rows := storefront.feed(feed_file.brand_id, v_platform.platform, v_rows_max, feed_file.page) -> 'products';
  end if;
  return pg_catalog.json_build_object(
    'file', feed_file.file,
    'title', (select brands.name from core.brands where brands.brand_id = feed_file.brand_id),
    -- RSS 2.0 requires the address and a description of a channel.
    'link', coalesce(
      (select storefront.web_address(shops.website) from storefront.shops where shops.brand_id = v_brand_id),
      feed_file.base_url || '/api/storefront/' || feed_file.brand_id
    ),
    'description', (select nullif(shops.description, '') from storefront.shops where shops.brand_id = v_brand_id),
    'rows', coalesce(v_rows, '[]'),
    -- A table without rows has a heading.
    'columns', case when v_rows is null then (
      select pg_catalog.json_agg(columns.name order by columns.position) from storefront.feed_columns as columns where columns.platform = v_platform.platform
    ) end,
    'degradation', storefront.degradation(v_brand_id)
  );
end
$$;
comment on function storefront.feed_file(text, text, text, integer, text) is
  'GET /platforms/{platform}/{file}: returns the rows of a feed file, 5,000 per page. Raises NTFND for an unknown platform or file.';

grant select on storefront.feed_columns to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function
  storefront.feed_rows(text, text, text, integer, bigint),
  storefront.feed_file(text, text, text, integer, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.feed_file', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
