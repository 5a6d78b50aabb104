create function storefront.current_version(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(current_version.brand_id);
begin
  return pg_catalog.json_build_object('degradation', storefront.degradation(v_brand_id, version => storefront.shop_version(v_brand_id)));
end
$$;
comment on function storefront.current_version(text) is
  'Returns what a 304 states of a shop: the degradation with the version of storefront.shop_version. A part of products, product, compare and reviews, which '
  'are not read if a request names this version.';
grant execute on function storefront.current_version(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.current_version', 'read:commerce', brand => 'shown', allow_anonymous => true, is_part => true, may_lag => true);
