create function storefront.ucp_selection(variants jsonb, selected jsonb, preferences text[])
returns jsonb
language plpgsql immutable
as $$
declare
  v_selected jsonb := ucp_selection.selected;
begin
  -- Selections without a stated priority are dropped first, then those at the end of the preferences.
  while v_selected <> '[]' and not exists (
    select from pg_catalog.jsonb_array_elements(ucp_selection.variants) as variant (value)
    where storefront.has_options(coalesce(variant.value -> 'options', '[]'), v_selected)
  ) loop
    v_selected := v_selected - (
      select (option.number - 1)::integer
      from pg_catalog.jsonb_array_elements(v_selected) with ordinality as option (value, number)
      order by (
        select max(preferred.place)
        from pg_catalog.unnest(ucp_selection.preferences) with ordinality as preferred (name, place)
        where storefront.lowered(preferred.name) = storefront.lowered(option.value ->> 'name')
      ) desc nulls first, option.number desc
      limit 1
    );
  end loop;
  return v_selected;
end
$$;
comment on function storefront.ucp_selection(jsonb, jsonb, text[]) is
  'Returns the selected options of which some variant has all, after dropping as few as necessary. variants is [{"options"}].';

create function storefront.ucp_product(
  brand_id text, id text, selected jsonb default '[]', preferences text[] default '{}', filters jsonb default '{}', context jsonb default '{}'
)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_product.brand_id);
  v_read record;
  v_key text;
  v_exact text;
  v_variants jsonb;
  v_selected jsonb;
  v_ids jsonb;
begin
  if pg_catalog.jsonb_typeof(ucp_product.selected) <> 'array' then
    perform platform.fail('BADRQ', 'must_be_a_list', 'selected');
  elsif (
    select count(*) > count(distinct storefront.lowered(option.value ->> 'name')) from pg_catalog.jsonb_array_elements(ucp_product.selected) as option (value)
  ) then
    perform platform.fail('BADRQ', 'names_an_option_twice', 'selected');
  end if;
  select read.* into v_read from storefront.ucp_filters(v_brand_id, ucp_product.filters, ucp_product.context) as read;
  select products.group_key, products.product_id into v_key, v_exact
  from storefront.products
  where products.brand_id = v_brand_id and products.product_id = ucp_product.id;
  v_key := coalesce(v_key, ucp_product.id);
  -- The featured variant comes first: the requested one, or one that can be bought.
  select pg_catalog.jsonb_agg(
    pg_catalog.jsonb_build_object('id', products.product_id, 'options', coalesce(options.options, '[]'), 'passes', storefront.meets(products, v_read.given))
    order by products.product_id = v_exact desc, products.availability in ('in_stock', 'low_stock') desc, products.product_id
  ) into v_variants
  from storefront.products
  left join storefront.buyer_options(v_brand_id, array[v_key]) as options using (product_id)
  where products.brand_id = v_brand_id and products.group_key = v_key;
  v_selected := case when v_exact is null and ucp_product.selected <> '[]'
    then storefront.ucp_selection(v_variants, ucp_product.selected, ucp_product.preferences)
    else v_variants #> '{0,options}'
  end;
  select pg_catalog.jsonb_agg(variant.value ->> 'id' order by variant.place) into v_ids
  from pg_catalog.jsonb_array_elements(v_variants) with ordinality as variant (value, place)
  where (variant.value -> 'passes')::boolean and storefront.has_options(variant.value -> 'options', v_selected);
  return pg_catalog.json_build_object(
    'ucp', storefront.ucp_envelope(v_ids is null or (v_exact is not null and v_ids ->> 0 <> v_exact)),
    'product', (
      select products.product
      from storefront.ucp_products(v_brand_id, pg_catalog.jsonb_build_array(
        pg_catalog.jsonb_build_object('key', v_key, 'ids', v_ids, 'selected', v_selected)
      )) as products
      where v_ids is not null and (v_exact is null or v_ids ->> 0 = v_exact)
    ),
    'asked_id', ucp_product.id,
    'is_known', v_variants is not null,
    'messages', v_read.notices,
    'degradation', storefront.degradation(v_brand_id)
  );
end
$$;
comment on function storefront.ucp_product(text, text, jsonb, text[], jsonb, jsonb) is
  'POST /catalog/product of the Universal Commerce Protocol: returns one product by its id or that of a variant, with the variants of the effective '
  'selection. Its status is error for an unknown id, or if the filters exclude all variants. Raises BADRQ for an option that is selected twice.';
grant execute on function
  storefront.ucp_selection(jsonb, jsonb, text[]),
  storefront.ucp_product(text, text, jsonb, text[], jsonb, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.ucp_product', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, recorder => 'storefront.record_lookup');
