create function commerce.show_exclusive_offer(offer commerce.exclusive_offers)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'id', (show_exclusive_offer.offer).offer_id,
    'type', (show_exclusive_offer.offer).type,
    'title', (show_exclusive_offer.offer).title,
    'product_ids', (show_exclusive_offer.offer).product_ids,
    'category', (show_exclusive_offer.offer).category,
    'bundle_id', (show_exclusive_offer.offer).bundle_id,
    'percent_off', (show_exclusive_offer.offer).percent_off,
    'amount', commerce.money((show_exclusive_offer.offer).amount_micros, (show_exclusive_offer.offer).currency),
    'gift', (show_exclusive_offer.offer).gift,
    'products', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'product_id', held.product_id, 'list_price', commerce.money(held.price_micros, held.currency),
            'price', commerce.money(commerce.reduced_price_micros(show_exclusive_offer.offer, held.price_micros, held.currency), held.currency)
          )
          order by held.product_id
        )
        from storefront.products as held
        where held.brand_id = (show_exclusive_offer.offer).brand_id and held.product_id = any ((show_exclusive_offer.offer).product_ids)
      ), '[]'
    ),
    'audience', pg_catalog.json_build_object('platforms', coalesce((show_exclusive_offer.offer).platforms, array['all'])),
    'starts_at', platform.utc((show_exclusive_offer.offer).starts_at),
    'ends_at', platform.utc((show_exclusive_offer.offer).ends_at),
    'redemptions_max', (show_exclusive_offer.offer).redemptions_max,
    'terms_url', storefront.web_address((show_exclusive_offer.offer).terms_url)
  );
$$;
comment on function commerce.show_exclusive_offer(commerce.exclusive_offers) is
  'Returns an exclusive offer as agents see it, with the reduced prices of the products that it names.';

grant execute on function commerce.show_exclusive_offer(commerce.exclusive_offers) to vitrine_key, vitrine_simulated, vitrine_worker;
