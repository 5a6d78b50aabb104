create function storefront.has_options(options jsonb, wanted jsonb)
returns boolean
language sql immutable
return not exists (
  select
  from pg_catalog.jsonb_array_elements(has_options.wanted) as asked (option)
  where not exists (
    select
    from pg_catalog.jsonb_array_elements(has_options.options) as has (option)
    where storefront.lowered(has.option ->> 'name') = storefront.lowered(asked.option ->> 'name')
      and storefront.lowered(has.option ->> 'label') = storefront.lowered(asked.option ->> 'label')
  )
);
comment on function storefront.has_options(jsonb, jsonb) is
  'Returns whether a variant with these options has all wanted ones. Case does not count.';

create function storefront.ucp_price(micros bigint, currency text)
returns json
language sql stable
return (
  select pg_catalog.json_build_object('amount', storefront.amount_minor(ucp_price.micros, currencies), 'currency', currencies.currency)
  from core.currencies
  where currencies.currency = ucp_price.currency
);
comment on function storefront.ucp_price(bigint, text) is 'Returns a price in minor units, in the format of the Universal Commerce Protocol.';

create function storefront.ucp_variant(product storefront.products, options jsonb, inputs jsonb)
returns json
language sql stable
-- The protocol has no null values, so unknown members are omitted.
return pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
  'id', ucp_variant.product.product_id,
  'sku', ucp_variant.product.sku,
  'title', ucp_variant.product.title,
  'description', pg_catalog.json_build_object('plain', coalesce(ucp_variant.product.description, '')),
  'url', storefront.web_address(ucp_variant.product.link),
  'price', storefront.ucp_price(ucp_variant.product.price_micros, ucp_variant.product.currency),
  'list_price', case when ucp_variant.product.list_price_micros is not null
    then storefront.ucp_price(ucp_variant.product.list_price_micros, ucp_variant.product.currency)
  end,
  'barcodes', case when ucp_variant.product.gtin is not null
    then pg_catalog.json_build_array(pg_catalog.json_build_object('type', 'GTIN', 'value', ucp_variant.product.gtin))
  end,
  'availability', pg_catalog.json_build_object(
    'available', ucp_variant.product.availability <> 'out_of_stock',
    'status', case ucp_variant.product.availability when 'low_stock' then 'in_stock' else ucp_variant.product.availability end
  ),
  'options', ucp_variant.options,
  'inputs', ucp_variant.inputs
));
comment on function storefront.ucp_variant(storefront.products, jsonb, jsonb) is
  'Returns a product as a Variant of the Universal Commerce Protocol, with its options and, in a lookup, the ids that it answers.';

create function storefront.ucp_options(variants jsonb, selected jsonb)
returns jsonb
language sql immutable
return (
  select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', axis.name, 'values', axis.labels) order by axis.name)
  from (
    select
      option.name,
      pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('label', option.label) || case when ucp_options.selected is null then '{}'
          else pg_catalog.jsonb_build_object('available', option.is_available, 'exists', option.is_offered)
        end
        order by option.place
      ) as labels
    from (
      select
        has.option ->> 'name' as name, has.option ->> 'label' as label, min(variant.place) as place,
        pg_catalog.bool_or(fits.it) as is_offered,
        pg_catalog.bool_or(fits.it and (variant.value -> 'is_available')::boolean) as is_available
      from pg_catalog.jsonb_array_elements(ucp_options.variants) with ordinality as variant (value, place)
      cross join lateral pg_catalog.jsonb_array_elements(variant.value -> 'options') as has (option)
      cross join lateral (
        select storefront.has_options(variant.value -> 'options', coalesce(pg_catalog.jsonb_agg(other.option), '[]')) as it
        from pg_catalog.jsonb_array_elements(coalesce(ucp_options.selected, '[]')) as other (option)
        where storefront.lowered(other.option ->> 'name') <> storefront.lowered(has.option ->> 'name')
      ) as fits
      group by has.option ->> 'name', has.option ->> 'label'
    ) as option
    group by option.name
  ) as axis
);
comment on function storefront.ucp_options(jsonb, jsonb) is
  'Returns the options of a product with their values: [{"name", "values"}]; null without options. With selected, each value says whether a variant '
  'with it and the other selected options exists and is available. variants is [{"options", "is_available"}].';

create function storefront.ucp_rating(ratings jsonb)
returns json
language sql immutable
-- Feeds repeat the rating of a product on each of its variants. Equal ratings count once.
return (
  select pg_catalog.json_build_object(
    'value', pg_catalog.round(sum(rated.score * rated.count) / sum(rated.count), 2), 'scale_min', 1, 'scale_max', 5, 'count', sum(rated.count)
  )
  from (
    select distinct (rating.value ->> 'score')::numeric as score, (rating.value ->> 'count')::bigint as count
    from pg_catalog.jsonb_array_elements(ucp_rating.ratings) as rating (value)
  ) as rated
  having count(*) > 0
);
comment on function storefront.ucp_rating(jsonb) is
  'Returns the rating of a product: the mean of the ratings of its variants, by their counts. ratings is [{"score", "count"}]. Null without ratings.';

create function storefront.ucp_products(brand_id text, shown jsonb)
returns table (number bigint, product json)
language sql stable
as $$
  with asked as materialized (
    select
      listed.number, listed.product ->> 'key' as group_key, listed.product -> 'ids' as ids, listed.product -> 'inputs' as inputs,
      listed.product -> 'selected' as selected
    from pg_catalog.jsonb_array_elements(ucp_products.shown) with ordinality as listed (product, number)
  ),
  chosen as materialized (
    select options.product_id, options.options
    from storefront.buyer_options(ucp_products.brand_id, array(select asked.group_key from asked)) as options
  ),
  family as (
    select
      asked.number, variants.product_id, variants.product_id = asked.ids ->> 0 as is_featured, pg_catalog.array_position(
        array(select pg_catalog.jsonb_array_elements_text(asked.ids)), variants.product_id
      ) as place,
      variants.currency, variants.price_micros, variants.title, variants.availability, variants.description, variants.link, variants.images,
      variants.category, variants.shown_score, variants.shown_count, chosen.options,
      case when asked.ids ? variants.product_id then storefront.ucp_variant(variants, chosen.options, asked.inputs -> variants.product_id) end as variant
    from asked
    join storefront.products as variants on variants.brand_id = ucp_products.brand_id and variants.group_key = asked.group_key
    left join chosen using (product_id)
  )
  select
    asked.number,
    pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
      'id', asked.group_key,
      'title', storefront.group_title(whole.titles, featured.title),
      'description', pg_catalog.json_build_object('plain', storefront.group_description(whole.descriptions, featured.description)),
      'url', storefront.web_address(featured.link),
      'categories', case when featured.category is not null
        then pg_catalog.json_build_array(pg_catalog.json_build_object('value', featured.category, 'taxonomy', 'merchant'))
      end,
      'price_range', pg_catalog.json_build_object(
        'min', storefront.ucp_price(whole.min_micros, featured.currency), 'max', storefront.ucp_price(whole.max_micros, featured.currency)
      ),
      'media', (
        select pg_catalog.json_agg(pg_catalog.json_build_object('type', 'image', 'url', image.link) order by image.number)
        from pg_catalog.unnest(storefront.web_addresses(featured.images)) with ordinality as image (link, number)
      ),
      'options', storefront.ucp_options(whole.options, asked.selected),
      'selected', asked.selected,
      'rating', storefront.ucp_rating(whole.ratings),
      'variants', whole.variants
    ))
  from asked
  join family as featured on featured.number = asked.number and featured.is_featured
  cross join lateral (
    select
      pg_catalog.array_agg(family.title) as titles,
      pg_catalog.array_agg(family.description) as descriptions,
      pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('score', family.shown_score, 'count', family.shown_count)) filter (where family.shown_count > 0) as ratings,
      -- A price range has one currency.
      min(family.price_micros) filter (where family.currency = featured.currency) as min_micros,
      max(family.price_micros) filter (where family.currency = featured.currency) as max_micros,
      pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('options', family.options, 'is_available', family.availability <> 'out_of_stock') order by family.product_id)
        filter (where family.options is not null) as options,
      pg_catalog.json_agg(family.variant order by family.place) filter (where family.place is not null) as variants
    from family
    where family.number = asked.number
  ) as whole;
$$;
comment on function storefront.ucp_products(text, jsonb) is
  'Returns products of the Universal Commerce Protocol. shown is [{"key", "ids", "inputs", "selected"}]: the group, its variants to show with the '
  'featured one first, the given ids by variant in a lookup, and the effective selection of a product detail.';

create function storefront.ucp_filters(brand_id text, filters jsonb, context jsonb, out given jsonb, out notices jsonb)
returns record
language plpgsql stable
as $$
declare
  v_currencies constant text[] := (select catalogs.currencies from storefront.catalogs where catalogs.brand_id = ucp_filters.brand_id);
  v_said constant text := pg_catalog.upper(ucp_filters.context ->> 'currency');
  v_has_bound constant boolean := ucp_filters.filters #>> '{price,min}' is not null or ucp_filters.filters #>> '{price,max}' is not null;
  v_is_compared constant boolean := v_has_bound and (v_said is null or v_said = any (v_currencies));
  v_exponent integer;
  v_unknown text[];
begin
  perform platform.require_object('filters', coalesce(ucp_filters.filters, '{}'));
  perform platform.require_object('context', coalesce(ucp_filters.context, '{}'));
  v_unknown := array(
    select pg_catalog.left(member.name, 100)
    from (
      select given.name, 1 as place from pg_catalog.jsonb_object_keys(ucp_filters.filters) as given (name) where given.name not in ('categories', 'price')
      union all
      select 'price.' || bound.name, 2
      from pg_catalog.jsonb_object_keys(
        case when pg_catalog.jsonb_typeof(ucp_filters.filters -> 'price') = 'object' then ucp_filters.filters -> 'price' else '{}' end
      ) as bound (name)
      where bound.name not in ('min', 'max')
    ) as member
    order by member.place, member.name
    limit 10
  );
  if pg_catalog.jsonb_typeof(ucp_filters.filters -> 'categories') <> 'array' then
    perform platform.fail('BADRQ', 'must_be_a_list', 'filters.categories');
  end if;
  select currencies.exponent into v_exponent
  from core.currencies
  where currencies.currency = coalesce(v_said, v_currencies[1], 'USD');
  given := pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'categories', nullif(ucp_filters.filters -> 'categories', '[]'),
    -- Without price bounds the currency is a preference, which excludes nothing.
    'currency', case when v_is_compared then coalesce(v_said, v_currencies[1], 'USD') end,
    'price_min', case when v_is_compared
      then platform.read_number('filters.price.min', ucp_filters.filters #>> '{price,min}', 0, 1e15) / 10 ^ coalesce(v_exponent, 2)
    end,
    'price_max', case when v_is_compared
      then platform.read_number('filters.price.max', ucp_filters.filters #>> '{price,max}', 0, 1e15) / 10 ^ coalesce(v_exponent, 2)
    end
  ));
  notices := case when v_has_bound and not v_is_compared
    then pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('code', 'price_filter_ignored', 'currency', v_said, 'currencies', coalesce(v_currencies, '{}')))
    else '[]'
  end || case when v_unknown <> '{}'
    then pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('code', 'filters_not_used', 'filters', v_unknown))
    else '[]'
  end;
end
$$;
comment on function storefront.ucp_filters(text, jsonb, jsonb) is
  'Returns the filters of a request of the Universal Commerce Protocol as filters of storefront.meets. Prices are in minor units of context.currency. '
  'A price filter in a currency that the shop does not have is ignored, as are unknown filters, and notices says so.';

create function storefront.ucp_envelope(is_error boolean default false)
returns json
language sql immutable
return case when ucp_envelope.is_error then '{"status": "error"}'::json else '{}'::json end;
comment on function storefront.ucp_envelope(boolean) is
  'Returns the ucp object of a response. The server adds the negotiated version and capabilities.';

grant execute on function
  storefront.has_options(jsonb, jsonb),
  storefront.ucp_price(bigint, text),
  storefront.ucp_variant(storefront.products, jsonb, jsonb),
  storefront.ucp_options(jsonb, jsonb),
  storefront.ucp_rating(jsonb),
  storefront.ucp_products(text, jsonb),
  storefront.ucp_filters(text, jsonb, jsonb),
  storefront.ucp_envelope(boolean)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
