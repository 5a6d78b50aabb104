create function commerce.exclusive_offers(brand_id text, platform text default null)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object('offers', coalesce(pg_catalog.json_agg(commerce.show_exclusive_offer(held) order by held.starts_at desc, held.offer_id), '[]'))
  from commerce.exclusive_offers as held
  where held.brand_id = core.data_brand_id(exclusive_offers.brand_id)
    and held.starts_at <= platform.now() and (held.ends_at is null or held.ends_at > platform.now())
    and coalesce(held.redemptions < held.redemptions_max, true)
    and (exclusive_offers.platform is null or held.platforms is null or exclusive_offers.platform = any (held.platforms));
$$;
comment on function commerce.exclusive_offers(text, text) is 'GET /offers: the active exclusive offers of a shop.';
grant execute on function commerce.exclusive_offers(text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.exclusive_offers', 'read:commerce', brand => 'shown', allow_anonymous => true);
