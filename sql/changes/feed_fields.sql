alter table storefront.catalog_products add column feed_fields jsonb not null default '{}';
alter table storefront.feed_columns no force row level security;
delete from storefront.feed_columns where platform in ('google', 'meta');
insert into storefront.feed_columns (platform, position, name, value)
select given.platform, column_of.position, pg_catalog.split_part(column_of.pair, ':', 1), pg_catalog.split_part(column_of.pair, ':', 2)
from (
  values
    ('google', 'id:id,title:title,description:description,link:link,image_link:image,additional_image_link:more_images,availability:stock,price:full_price,sale_price:planned_sale_price,sale_price_effective_date:sale_period,condition:condition,brand:brand,gtin:gtin,mpn:mpn,product_type:category,google_product_category:google_category,identifier_exists:identifier_exists,availability_date:availability_date,expiration_date:expiration_date,shipping:shipping,shipping_weight:shipping_weight,shipping_length:shipping_length,shipping_width:shipping_width,shipping_height:shipping_height,shipping_label:shipping_label,min_handling_time:min_handling_time,max_handling_time:max_handling_time,item_group_id:group_id,color:color,size:size,size_type:size_type,size_system:size_system,material:material,pattern:pattern,gender:gender,age_group:age_group'),
    ('meta', 'id:id,title:title,description:description,availability:stock,condition:condition,price:full_price,sale_price:planned_sale_price,sale_price_effective_date:sale_period,link:link,image_link:image,additional_image_link:more_images,brand:brand,gtin:gtin,mpn:mpn,product_type:category,google_product_category:google_category,shipping:shipping,shipping_weight:shipping_weight,item_group_id:group_id,color:color,size:size,material:material,pattern:pattern,gender:gender,age_group:age_group,quantity_to_sell_on_facebook:quantity')
) as given (platform, columns)
cross join lateral pg_catalog.string_to_table(given.columns, ',') with ordinality as column_of (pair, position);
alter table storefront.feed_columns force row level security;
