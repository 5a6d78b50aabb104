create function simulate.stock_shop(world jsonb, through date)
returns void
language plpgsql volatile
as $$
declare
  -- Midnight in the shop's time zone. The age of the data must not depend on the time of the run.
  v_at constant timestamptz := (stock_shop.through + 1)::timestamp at time zone 'America/New_York';
begin
  perform storefront.open_product_import();
  insert into pg_temp.products (line, product)
  select given.number, given.product
  from pg_catalog.jsonb_array_elements(stock_shop.world -> 'products') with ordinality as given (product, number);
  perform storefront.commit_product_import(
    'brd_simulated', 'simulation', 'simulation', pg_catalog.jsonb_array_length(stock_shop.world -> 'products'), replaces => true
  );
  drop table pg_temp.products, pg_temp.rejections;

  delete from storefront.reviews where reviews.brand_id = 'brd_simulated';
  perform storefront.open_review_import();
  insert into pg_temp.reviews (line, review)
  select
    given.number,
    given.review || pg_catalog.jsonb_build_object('created_at', (given.review ->> 'created_at')::timestamp at time zone 'America/New_York')
  from pg_catalog.jsonb_array_elements(stock_shop.world -> 'reviews') with ordinality as given (review, number);
  perform storefront.commit_review_import('brd_simulated', 'simulation', 'simulation', (select count(*) from pg_temp.reviews));
  drop table pg_temp.reviews, pg_temp.rejections;

  perform storefront.configure_shop('brd_simulated', '{
    "website": "https://simulated.example", "description": "Things for days out, simulated.", "category": "outdoor", "legal_name": "Simulated Outdoor Inc.",
    "support_contact": "help@simulated.example", "privacy_policy": "https://simulated.example/privacy",
    "terms_of_service": "https://simulated.example/terms", "returns_policy": "https://simulated.example/returns",
    "shipping": {"state": "configured", "destinations": [
      {"country": "US", "service": "Standard", "price": 6.5, "free_over": 80, "handling_days": {"min": 0, "max": 1}, "transit_days": {"min": 2, "max": 5}},
      {"country": "CA", "service": "Standard", "price": 14, "handling_days": {"min": 0, "max": 1}, "transit_days": {"min": 4, "max": 9}}
    ]},
    "payment": {"state": "configured", "methods": [{"type": "card", "brands": ["visa", "mastercard"]}, {"type": "wallet", "brands": ["apple_pay"]}]},
    "bundles": [{"id": "simb-night", "name": "A night out", "description": "Tent, bag and mat.", "price": 389, "products": ["sim-01-1", "sim-09-1", "sim-10-1"]}]
  }');

  insert into commerce.pricing_policies (
    brand_id, policy_id, floor_percent, target_percent, accept_percent, decline_percent, price_step_micros, updated_at
  )
  values ('brd_simulated', 'pol_simulated', 60, 80, 95, 40, 500000, v_at)
  on conflict on constraint pricing_policies_pkey do update set updated_at = excluded.updated_at;
  insert into commerce.exclusive_offers (brand_id, offer_id, type, title, product_ids, percent_off, starts_at, created_at)
  values ('brd_simulated', 'exo_simulated', 'percent_off', 'A tenth off tents, for assistants', '{sim-01-1}', 10, '2026-01-01', '2026-01-01')
  on conflict on constraint exclusive_offers_pkey do nothing;

  delete from storefront.trust_signals where trust_signals.brand_id = 'brd_simulated';
  insert into storefront.trust_signals (brand_id, signal_id, component, platform, value, occurred_at, source)
  select
    'brd_simulated', cells[1], cells[2], cells[3], cells[4]::integer, cells[5]::timestamp at time zone 'America/New_York', 'simulation'
  from simulate.lines(stock_shop.world ->> 'signals');
  delete from storefront.trust_scores where trust_scores.brand_id = 'brd_simulated';
  delete from storefront.trust_history where trust_history.brand_id = 'brd_simulated';
  update storefront.shops set updated_at = v_at where shops.brand_id = 'brd_simulated';
  update storefront.catalog_products as products set created_at = v_at, updated_at = v_at where products.brand_id = 'brd_simulated';
  update storefront.catalogs set updated_at = v_at where catalogs.brand_id = 'brd_simulated';
  perform storefront.score_trust('brd_simulated', v_at - pg_catalog.make_interval(days => ago)) from pg_catalog.generate_series(13, 0, -1) as ago;
end
$$;
comment on function simulate.stock_shop(jsonb, date) is
  'Fills the simulated shop, which test keys read, from a simulated world as of the end of a day. Uses the functions that import real shops.';
grant execute on function simulate.stock_shop(jsonb, date) to vitrine_worker;
