create function storefront.ucp_price(micros bigint, currency text)
returns json
language sql stable
return (
  select pg_catalog.json_build_object('amount', storefront.amount_minor(ucp_price.micros, currencies), 'currency', currencies.currency)
  from core.currencies
  where currencies.currency = ucp_price.currency
);
comment on function storefront.ucp_price(bigint, text) is 'A price in minor units, as the Universal Commerce Protocol has it.';

create function storefront.ucp_variant(product storefront.products)
returns json
language sql stable
-- The protocol has no null: what is unknown is absent.
return pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
  'id', ucp_variant.product.product_id,
  'sku', ucp_variant.product.sku,
  'title', storefront.plain(ucp_variant.product.title),
  'description', pg_catalog.json_build_object('plain', coalesce(storefront.plain(ucp_variant.product.description), '')),
  'price', storefront.ucp_price(ucp_variant.product.price_micros, ucp_variant.product.currency),
  'list_price', case when ucp_variant.product.list_price_micros is not null
    then storefront.ucp_price(ucp_variant.product.list_price_micros, ucp_variant.product.currency)
  end,
  'barcodes', case when ucp_variant.product.gtin is null then '[]'::json
    else pg_catalog.json_build_array(pg_catalog.json_build_object('type', 'GTIN', 'value', ucp_variant.product.gtin))
  end,
  'availability', pg_catalog.json_build_object(
    'available', ucp_variant.product.availability <> 'out_of_stock',
    'status', case ucp_variant.product.availability when 'low_stock' then 'in_stock' else ucp_variant.product.availability end
  ),
  'options', (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', option.key, 'label', option.value #>> '{}') order by option.key), '[]')
    from pg_catalog.jsonb_each(ucp_variant.product.attributes) as option
    where pg_catalog.jsonb_typeof(option.value) = 'string'
  )
));
comment on function storefront.ucp_variant(storefront.products) is 'A Variant of the Universal Commerce Protocol.';

create function storefront.ucp_products(brand_id text, product_ids text[])
returns table (product_id text, product json)
language sql stable
as $$
  select
    held.product_id,
    pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
      'id', held.product_id,
      'title', storefront.plain(held.title),
      'description', pg_catalog.json_build_object('plain', coalesce(storefront.plain(held.description), '')),
      'url', storefront.web_address(held.link),
      'categories', case when held.category is null then '[]'::json
        else pg_catalog.json_build_array(pg_catalog.json_build_object('value', held.category, 'taxonomy', 'merchant'))
      end,
      'price_range', pg_catalog.json_build_object(
        'min', storefront.ucp_price(family.min_micros, held.currency), 'max', storefront.ucp_price(family.max_micros, held.currency)
      ),
      'media', (
        select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('type', 'image', 'url', image.link) order by image.number), '[]')
        from pg_catalog.unnest(storefront.web_addresses(held.images)) with ordinality as image (link, number)
      ),
      'rating', case when held.shown_count > 0 then pg_catalog.json_build_object(
        'value', pg_catalog.round(held.shown_score, 2), 'scale_min', 1, 'scale_max', 5, 'count', held.shown_count
      ) end,
      'variants', family.variants
    ))
  from storefront.products as held
  cross join lateral (
    select
      min(variants.price_micros) as min_micros, max(variants.price_micros) as max_micros,
      pg_catalog.json_agg(storefront.ucp_variant(variants) order by variants.product_id <> held.product_id, variants.product_id) as variants
    from storefront.products as variants
    -- Variants of one currency only: a price range over two currencies has no meaning.
    where variants.brand_id = held.brand_id and variants.currency = held.currency
      and (variants.product_id = held.product_id or variants.item_group_id = held.item_group_id)
  ) as family
  where held.brand_id = ucp_products.brand_id and held.product_id = any (ucp_products.product_ids);
$$;
comment on function storefront.ucp_products(text, text[]) is 'Products of the Universal Commerce Protocol, each with the variants of its group, itself first.';

create function storefront.ucp(brand_id text, base_url text default '')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'ucp', pg_catalog.json_build_object(
      'version', '2026-04-08',
      'services', pg_catalog.json_build_object('dev.ucp.shopping', pg_catalog.json_build_array(pg_catalog.json_build_object(
        'version', '2026-04-08', 'transport', 'rest', 'endpoint', ucp.base_url || '/api/storefront/' || ucp.brand_id,
        'schema', 'https://ucp.dev/2026-04-08/services/shopping/rest.openapi.json'
      ))),
      'capabilities', (
        select pg_catalog.json_object_agg(
          capability.name,
          pg_catalog.json_build_array(pg_catalog.json_build_object(
            'version', '2026-04-08', 'spec', 'https://ucp.dev/2026-04-08/specification/catalog/' || capability.page,
            'schema', 'https://ucp.dev/2026-04-08/schemas/shopping/catalog_' || capability.page || '.json'
          ))
        )
        from (values ('dev.ucp.shopping.catalog.search', 'search'), ('dev.ucp.shopping.catalog.lookup', 'lookup')) as capability (name, page)
      ),
      'payment_handlers', '{}'::json
    ),
    'keys', '[]'::json
  );
$$;
comment on function storefront.ucp(text, text) is 'GET /.well-known/ucp: the business profile of the Universal Commerce Protocol; catalogue only, nothing is paid here.';

create function storefront.ucp_envelope(capability text)
returns json
language sql immutable
return pg_catalog.json_build_object(
  'version', '2026-04-08',
  'capabilities', pg_catalog.json_build_object(ucp_envelope.capability, pg_catalog.json_build_array(pg_catalog.json_build_object('version', '2026-04-08')))
);
comment on function storefront.ucp_envelope(text) is 'What an answer says of the protocol: the capability that gave it.';

create function storefront.ucp_search(
  brand_id text, query text default null, filters jsonb default '{}', context jsonb default '{}', pagination jsonb default '{}'
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_search.brand_id);
  v_limit constant integer := coalesce((ucp_search.pagination ->> 'limit')::integer, 10);
  v_offset constant bigint := coalesce((ucp_search.pagination ->> 'cursor')::bigint, 0);
  v_exponent integer;
  v_read record;
  v_sort text;
  v_said jsonb;
begin
  if ucp_search.query is null and ucp_search.filters = '{}' then
    perform platform.fail('BADRQ', 'required_without_filters', 'query');
  end if;
  select currencies.exponent into v_exponent
  from core.currencies
  where currencies.currency = storefront.bound_currency(v_brand_id, null, ucp_search.context ->> 'currency');
  select understood.* into v_read
  from storefront.understand(v_brand_id, coalesce(ucp_search.query, ''), pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'categories', nullif(ucp_search.filters -> 'categories', '[]'),
    'currency', ucp_search.context ->> 'currency',
    'price_min', (ucp_search.filters #>> '{price,min}')::numeric / 10 ^ coalesce(v_exponent, 2),
    'price_max', (ucp_search.filters #>> '{price,max}')::numeric / 10 ^ coalesce(v_exponent, 2)
  ))) as understood;
  v_sort := coalesce(v_read.sort, 'relevance');
  v_said := storefront.said_terms(v_brand_id, v_read.words);
  return (
    with page as materialized (
      select found.*
      from storefront.find_products(
        v_brand_id, v_read.words, v_read.filters, v_read.names, sort => v_sort, "limit" => v_limit, "offset" => v_offset,
        is_strict => v_read.sort is not null, said => v_said
      ) as found
    ),
    listed as (
      select pg_catalog.json_agg(products.product order by page.number) as products, max(page.total) as total, coalesce(max(page.lacking), 0) as lacking,
        coalesce(pg_catalog.bool_or(page.is_repaired), false) as is_repaired
      from page
      join storefront.ucp_products(v_brand_id, array(select page.product_id from page)) as products using (product_id)
    )
    select pg_catalog.json_build_object(
      'ucp', storefront.ucp_envelope('dev.ucp.shopping.catalog.search'),
      'products', coalesce(listed.products, '[]'),
      'pagination', pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
        'cursor', case when v_offset + v_limit < listed.total then (v_offset + v_limit)::text end,
        'has_next_page', coalesce(v_offset + v_limit < listed.total, false),
        'total_count', coalesce(listed.total, 0)
      )),
      'answers', storefront.shop_answers(v_brand_id, v_read.topics),
      'messages', storefront.notices(
        v_brand_id, v_read.filters, v_sort, listed.lacking, coalesce(listed.total, 0),
        storefront.interpretation(v_brand_id, 'search', v_read.filters, v_read.words, '{}', v_sort, v_read.unmatched, v_said)
      ),
      'degradation', storefront.degradation(v_brand_id, case when listed.is_repaired then array['search;reason=words_repaired'] else '{}' end)
    )
    from listed
  );
end
$$;
comment on function storefront.ucp_search(text, text, jsonb, jsonb, jsonb) is 'POST /catalog/search of the Universal Commerce Protocol, over the same search.';

create function storefront.ucp_lookup(brand_id text, ids text[])
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'ucp', storefront.ucp_envelope('dev.ucp.shopping.catalog.lookup'),
    'products', coalesce(pg_catalog.json_agg(found.product order by given.position) filter (where found.product_id is not null), '[]'),
    'messages', coalesce(
      pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'type', 'warning', 'code', 'not_found', 'content', 'The shop has no product ' || given.id || '.', 'path', '$.ids[' || given.position - 1 || ']'
        )
        order by given.position
      ) filter (where found.product_id is null), '[]'
    ),
    'degradation', storefront.degradation(core.data_brand_id(ucp_lookup.brand_id))
  )
  from pg_catalog.unnest(ucp_lookup.ids) with ordinality as given (id, position)
  left join storefront.ucp_products(core.data_brand_id(ucp_lookup.brand_id), ucp_lookup.ids) as found on found.product_id = given.id;
$$;
comment on function storefront.ucp_lookup(text, text[]) is 'POST /catalog/lookup of the Universal Commerce Protocol: products by id; those that there are none of are named.';

create function storefront.ucp_product(brand_id text, id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_product.brand_id);
  v_product constant storefront.products := storefront.require_product(v_brand_id, ucp_product.id, 'id');
begin
  return (
    select pg_catalog.json_build_object(
      'ucp', storefront.ucp_envelope('dev.ucp.shopping.catalog.lookup'), 'product', found.product, 'messages', '[]'::json,
      'degradation', storefront.degradation(v_brand_id)
    )
    from storefront.ucp_products(v_brand_id, array[v_product.product_id]) as found
  );
end
$$;
comment on function storefront.ucp_product(text, text) is 'POST /catalog/product of the Universal Commerce Protocol: one product with all of its variants.';

grant execute on function
  storefront.ucp_price(bigint, text),
  storefront.ucp_variant(storefront.products),
  storefront.ucp_products(text, text[]),
  storefront.ucp(text, text),
  storefront.ucp_envelope(text),
  storefront.ucp_search(text, text, jsonb, jsonb, jsonb),
  storefront.ucp_lookup(text, text[]),
  storefront.ucp_product(text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
call core.register_operation('storefront.ucp_search', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, recorder => 'storefront.record_lookup');
call core.register_operation('storefront.ucp_lookup', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, recorder => 'storefront.record_lookup');
call core.register_operation('storefront.ucp_product', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, recorder => 'storefront.record_lookup');
