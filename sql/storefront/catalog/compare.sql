create function storefront.compare(brand_id text, ids text[])
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(compare.brand_id);
  v_ids constant text[] := array(select given.id from pg_catalog.unnest(compare.ids) with ordinality as given (id, position) group by given.id order by min(given.position));
begin
  if pg_catalog.cardinality(v_ids) not between 2 and 5 then
    perform platform.fail('BADRQ', 'must_contain_2_to_5_products', 'ids');
  end if;
  perform storefront.require_product(v_brand_id, id, 'ids') from pg_catalog.unnest(v_ids) as id;
  return (
    select pg_catalog.json_build_object(
      'products', pg_catalog.json_agg(cards.card order by pg_catalog.array_position(v_ids, cards.product_id)),
      'comparison', pg_catalog.json_build_object(
        'products_compared', count(*),
        'highest_rated', (
          select pg_catalog.json_build_object('id', rated.product_id, 'score', pg_catalog.round(rated.shown_score, 2))
          from storefront.products as rated
          where rated.brand_id = v_brand_id and rated.product_id = any (v_ids) and rated.shown_count > 0
          order by rated.shown_score desc, rated.shown_count desc, rated.product_id limit 1
        ),
        'most_reviewed', (
          select pg_catalog.json_build_object('id', rated.product_id, 'count', rated.shown_count)
          from storefront.products as rated
          where rated.brand_id = v_brand_id and rated.product_id = any (v_ids) and rated.shown_count > 0
          order by rated.shown_count desc, rated.shown_score desc, rated.product_id limit 1
        )
      ),
      'meta', storefront.page_meta(v_brand_id, count(*), 1),
      'degradation', storefront.degradation(v_brand_id, version => storefront.shop_version(v_brand_id))
    )
    from storefront.cards(v_brand_id, v_ids) as cards
  );
end
$$;
comment on function storefront.compare(text, text[]) is
  'GET /compare: compares two to five products. Raises BADRQ for another number of ids and NTFND for an unknown id.';
grant execute on function storefront.compare(text, text[]) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.compare', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, served_by => '{storefront,mcp}', is_public_in_connector => true);
