create function storefront.check_search(
  brand_id text, query text, filters jsonb, names jsonb, context jsonb, sort text, "limit" integer, "offset" bigint, variants text, said jsonb
)
returns text
language plpgsql stable
as $$
declare
  v_bound text;
begin
  if check_search.query is null then
    perform platform.fail('BADRQ', 'is_required', 'query');
  end if;
  perform platform.require_object('filters', check_search.filters, array[
    'category', 'categories', 'category_not', 'brand', 'brand_not', 'not_ids', 'currency', 'price_min', 'price_max', 'in_stock', 'rating_min', 'rating_max',
    'attributes', 'without', 'stated_without'
  ]);
  foreach v_bound in array array['price_min', 'price_max', 'rating_min', 'rating_max'] loop
    perform platform.read_number('filters.' || v_bound, check_search.filters ->> v_bound, 0, 1e12);
  end loop;
  perform platform.require_object('names', check_search.names, array['brand', 'category']);
  perform platform.require_object('context', check_search.context);
  perform platform.require_choice(
    'sort', check_search.sort,
    array['relevance', 'price_asc', 'price_desc', 'rating', 'rating_asc', 'newest', 'oldest', 'weight_asc', 'weight_desc']
  );
  perform platform.require_choice('variants', check_search.variants, array['grouped', 'all']);
  perform platform.require_page(check_search."limit");
  perform platform.require_number('offset', check_search."offset", 0, 1e15);
  if check_search.said is not null and pg_catalog.jsonb_typeof(check_search.said) <> 'array' then
    perform platform.fail('BADRQ', 'must_be_a_list', 'said');
  end if;
  return core.data_brand_id(check_search.brand_id);
end
$$;
comment on function storefront.check_search(text, text, jsonb, jsonb, jsonb, text, integer, bigint, text, jsonb) is
  'Returns the brand whose products are searched. Raises BADRQ or NTFND for an input of storefront.find_products that it would not use.';
grant execute on function storefront.check_search(text, text, jsonb, jsonb, jsonb, text, integer, bigint, text, jsonb) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
