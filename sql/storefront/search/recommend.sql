create function storefront.relations(brand_id text, product_id text, type text)
returns table (related_id text, strength numeric, reasoning jsonb)
language plpgsql stable
as $$
declare
  v_product constant storefront.products := storefront.require_product(relations.brand_id, relations.product_id);
  v_terms constant text[] := array(select distinct said.term from storefront.query_terms(relations.brand_id, v_product.title) as said);
begin
  return query
  with others as (
    select held.*, coalesce(ranked.score, 0) as score, max(coalesce(ranked.score, 0)) over () as best
    from storefront.products as held
    left join storefront.rank_products(relations.brand_id, v_terms, v_terms, '') as ranked on ranked.product_id = held.product_id
    where held.brand_id = relations.brand_id
      and held.product_id <> v_product.product_id
      and (relations.type = 'variant_of' or held.item_group_id is distinct from v_product.item_group_id or held.item_group_id is null)
  ),
  likened as (
    select
      others.*,
      others.score / nullif(others.best, 0) as likeness,
      others.category is not distinct from v_product.category and others.category is not null as is_same_category,
      pg_catalog.split_part(others.category, ' > ', 1) = pg_catalog.split_part(v_product.category, ' > ', 1) as is_same_department,
      (
        select pg_catalog.array_agg(attribute.key order by attribute.key)
        from pg_catalog.jsonb_each(others.attributes) as attribute
        where v_product.attributes -> attribute.key = attribute.value
      ) as shared,
      v_product.related @> pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('id', others.product_id, 'type', relations.type)) as is_named_by_shop
    from others
  )
  select
    likened.product_id,
    pg_catalog.round(case when likened.is_named_by_shop then 1 else case relations.type
      when 'variant_of' then 1
      when 'similar_to' then coalesce(likened.likeness, 0) * case when likened.is_same_category then 1 else 0.7 end
      when 'alternative_to' then coalesce(likened.likeness, 0) * 0.9
      when 'upgrade_from' then least(1, coalesce(likened.likeness, 0) * 0.6 + 0.4 * (1 - v_product.price_micros::numeric / likened.price_micros))
      when 'pairs_with' then 0.4 + 0.3 * coalesce(likened.likeness, 0)
      when 'complement' then 0.3 + 0.3 * coalesce(likened.likeness, 0)
      else 0.2 + 0.1 * least(5, pg_catalog.cardinality(likened.shared))
    end end::numeric, 4),
    case when likened.is_named_by_shop then platform.statement('shop_names_it') else case relations.type
      when 'variant_of' then platform.statement('is_another_variant')
      when 'similar_to' then platform.statement(
        'has_the_same_words', pg_catalog.jsonb_build_object('category', case when likened.is_same_category then likened.category end)
      )
      when 'alternative_to' then platform.statement('is_of_another_brand', pg_catalog.jsonb_build_object('brand', likened.product_brand))
      when 'upgrade_from' then platform.statement(
        'costs_more',
        pg_catalog.jsonb_build_object(
          'percent', pg_catalog.round(100.0 * likened.price_micros / nullif(v_product.price_micros, 0) - 100)
        )
      )
      when 'pairs_with' then platform.statement(
        'is_of_the_same_brand', pg_catalog.jsonb_build_object('brand', likened.product_brand, 'category', likened.category)
      )
      when 'complement' then platform.statement('is_of_the_same_department', pg_catalog.jsonb_build_object('category', likened.category))
      else platform.statement('shares_attributes', pg_catalog.jsonb_build_object('attributes', likened.shared))
    end end
  from likened
  where likened.is_named_by_shop or case relations.type
    when 'variant_of' then likened.item_group_id = v_product.item_group_id
    when 'similar_to' then likened.likeness > 0.05
    when 'alternative_to' then likened.product_brand <> v_product.product_brand and (likened.is_same_category or likened.likeness > 0.3)
    when 'upgrade_from' then likened.price_micros > v_product.price_micros * 1.1 and likened.currency = v_product.currency
      and (likened.is_same_category or likened.likeness > 0.3)
    when 'pairs_with' then likened.product_brand = v_product.product_brand and not likened.is_same_category and likened.category is not null
    when 'complement' then likened.is_same_department and not likened.is_same_category
    else likened.shared is not null
  end;
end
$$;
comment on function storefront.relations(text, text, text) is
  'Returns the products related to one product, with the strength (0 to 1) and the reason, {reason, values} as of platform.statement. upgrade_from: '
  'products that would be an upgrade. Raises NTFND for an unknown product.';

create function storefront.recommend(brand_id text, product_id text, type text default 'similar_to', "limit" integer default 10)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(recommend.brand_id);
begin
  perform platform.require_page(recommend."limit");
  perform platform.require_choice('type', recommend.type, array['similar_to', 'alternative_to', 'pairs_with', 'variant_of', 'complement', 'upgrade_from', 'good_for']);
  return (
    with related as materialized (
      select relations.related_id as product_id, relations.strength, relations.reasoning from storefront.relations(v_brand_id, recommend.product_id, recommend.type) as relations
    ),
    page as (
      select related.* from related order by related.strength desc, related.product_id limit recommend."limit"
    )
    select pg_catalog.json_build_object(
      'source_product', recommend.product_id,
      'recommendation_type', recommend.type,
      'products', coalesce(
        (
          select pg_catalog.json_agg(
            platform.with_members(
              cards.card,
              pg_catalog.json_build_object(
                'relationship', pg_catalog.json_build_object('type', recommend.type, 'strength', page.strength, 'reasoning', page.reasoning)
              )
            )
            order by page.strength desc, page.product_id
          )
          from page
          join storefront.cards(v_brand_id, array(select page.product_id from page)) as cards using (product_id)
        ), '[]'
      ),
      'meta', storefront.page_meta(v_brand_id, (select count(*) from related), 1),
      'degradation', storefront.degradation(v_brand_id)
    )
  );
end
$$;
comment on function storefront.recommend(text, text, text, integer) is
  'GET /recommend: returns the products related to one product, strongest first, each with its reason. Raises NTFND for an unknown product.';
grant execute on function storefront.relations(text, text, text), storefront.recommend(text, text, text, integer) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.recommend', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true, recorder => 'storefront.record_lookup', served_by => '{storefront,mcp}', is_public_in_connector => true);
