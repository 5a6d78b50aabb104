create function simulate.products()
returns table (number bigint, product jsonb)
language sql immutable
as $$
  select
    pg_catalog.row_number() over (order by kind.number, variant.number),
    pg_catalog.jsonb_build_object(
      'id', 'sim-' || pg_catalog.lpad(kind.number::text, 2, '0') || '-' || variant.number,
      'item_group_id', 'sim-' || pg_catalog.lpad(kind.number::text, 2, '0'),
      'title', kind.title || ', ' || variant.colour,
      'description', kind.title || ' in ' || variant.colour || '. ' || kind.description,
      'link', 'https://simulated.example/p/' || kind.number || '-' || variant.number,
      'image_links', pg_catalog.jsonb_build_array('https://simulated.example/i/' || kind.number || '-' || variant.number || '.jpg'),
      'price', kind.price + variant.number * 2,
      'list_price', case when simulate.roll('reduced' || kind.number, 4) = 0 then kind.price + variant.number * 2 + 20 end,
      'currency', 'USD',
      'availability', (array['in_stock', 'in_stock', 'in_stock', 'low_stock', 'out_of_stock', 'preorder'])
        [simulate.roll('stock' || kind.number || variant.number, 6) + 1],
      'quantity', simulate.roll('quantity' || kind.number || variant.number, 40),
      'brand', kind.brand,
      'category', kind.category,
      'mpn', 'SIM-' || (1000 + simulate.roll('mpn' || kind.number || variant.number, 9000)),
      'condition', 'new',
      'attributes', pg_catalog.jsonb_build_object('colour', variant.colour, 'season', kind.season)
    )
  from (
    values
      (1, 'Ridge tent for two', 'Northfold', 'Outdoor > Tents', 'all year', 219, 'Two kilos, dry in a storm, up in four minutes.'),
      (2, 'Valley tent for four', 'Northfold', 'Outdoor > Tents', 'summer', 349, 'Room for a family and a porch for their boots.'),
      (3, 'Dome tent for one', 'Stillwater', 'Outdoor > Tents', 'all year', 159, 'Goes into a pannier, stands without pegs.'),
      (4, 'Down jacket', 'Stillwater', 'Clothing > Jackets', 'winter', 189, 'Recycled down, warm to minus ten.'),
      (5, 'Rain jacket', 'Northfold', 'Clothing > Jackets', 'all year', 129, 'Three layers, taped seams, a hood for a helmet.'),
      (6, 'Fleece jacket', 'Loden & Sons', 'Clothing > Jackets', 'winter', 79, 'Soft, quick to dry, good under a shell.'),
      (7, 'Hiking boot', 'Loden & Sons', 'Footwear > Boots', 'all year', 169, 'Leather, resoleable, waterproof.'),
      (8, 'Trail shoe', 'Stillwater', 'Footwear > Shoes', 'summer', 119, 'Light and sure on wet rock.'),
      (9, 'Sleeping bag', 'Northfold', 'Outdoor > Sleeping', 'all year', 149, 'Comfortable to freezing, packs to a loaf.'),
      (10, 'Sleeping mat', 'Stillwater', 'Outdoor > Sleeping', 'all year', 69, 'Six centimetres of air against stones.'),
      (11, 'Gas stove', 'Kettle', 'Outdoor > Cooking', 'all year', 49, 'A litre of water boils in three minutes.'),
      (12, 'Titanium mug', 'Kettle', 'Outdoor > Cooking', 'all year', 29, 'Weighs ninety grams, keeps for a lifetime.'),
      (13, 'Headlamp', 'Kettle', 'Outdoor > Lights', 'all year', 45, 'Four hundred lumens, rechargeable.'),
      (14, 'Camping lantern', 'Kettle', 'Outdoor > Lights', 'summer', 39, 'Warm light for a table of six.'),
      (15, 'Backpack 40 litres', 'Loden & Sons', 'Bags > Backpacks', 'all year', 139, 'A frame that carries, a lid that closes.'),
      (16, 'Day pack 20 litres', 'Northfold', 'Bags > Backpacks', 'all year', 79, 'For a laptop on weekdays and lunch on Sundays.')
  ) as kind (number, title, brand, category, season, price, description)
  cross join (values (1, 'forest green'), (2, 'slate grey'), (3, 'rust red')) as variant (number, colour);
$$;
comment on function simulate.products() is 'What the simulated shop sells: sixteen products in three colours, the same ones always.';

create function simulate.stock_shop(through date)
returns void
language plpgsql volatile
as $$
declare
  -- The simulated shop''s own midnight: what it says of its age does not depend on when it was filled.
  v_at constant timestamptz := (stock_shop.through + 1)::timestamp at time zone 'America/New_York';
begin
  perform storefront.open_product_import();
  insert into pg_temp.products (line, product) select products.number, products.product from simulate.products() as products;
  perform storefront.commit_product_import('brd_simulated', 'simulation', 'simulation', 48, replaces => true);
  drop table pg_temp.products, pg_temp.rejections;

  delete from storefront.reviews where reviews.brand_id = 'brd_simulated';
  perform storefront.open_review_import();
  insert into pg_temp.reviews (line, review)
  select
    pg_catalog.row_number() over (),
    pg_catalog.jsonb_build_object(
      'id', 'simr-' || products.number || '-' || said.no, 'product_id', products.product ->> 'id', 'author', 'Buyer ' || simulate.roll('who' || products.number || said.no, 900),
      'rating', 5 - (array[0, 0, 0, 0, 1, 1, 1, 2, 2, 4])[simulate.roll('stars' || products.number || said.no, 10) + 1],
      'title', (array['As described', 'Good for the price', 'Would buy again', 'Not quite for me'])[simulate.roll('title' || products.number || said.no, 4) + 1],
      'body', 'Used on ' || (1 + simulate.roll('uses' || products.number || said.no, 30)) || ' days out.',
      'language', 'en', 'verified_purchase', simulate.roll('verified' || products.number || said.no, 10) < 8,
      'helpful_count', simulate.roll('helpful' || products.number || said.no, 12),
      'created_at', v_at - pg_catalog.make_interval(days => 1 + simulate.roll('day' || products.number || said.no, 300))
    )
  from simulate.products() as products
  cross join lateral pg_catalog.generate_series(1, simulate.roll('reviews' || products.number, 9)) as said (no);
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
    'brd_simulated', 'sims-' || components.position || '-' || seen.no, components.component,
    (array['chatgpt', 'claude', 'gemini', 'perplexity', 'generic'])[simulate.roll('platform' || components.position || seen.no, 5) + 1],
    case when simulate.roll('value' || components.position || seen.no, 100) < 94 then 1 else 0 end,
    v_at - pg_catalog.make_interval(days => 1 + simulate.roll('seen' || components.position || seen.no, 350)), 'simulation'
  from storefront.trust_components as components
  cross join pg_catalog.generate_series(1, 40) as seen (no)
  where components.component not in ('reviews', 'policies');
  delete from storefront.trust_scores where trust_scores.brand_id = 'brd_simulated';
  delete from storefront.trust_history where trust_history.brand_id = 'brd_simulated';
  update storefront.shops set updated_at = v_at where shops.brand_id = 'brd_simulated';
  update storefront.products set created_at = v_at, updated_at = v_at where products.brand_id = 'brd_simulated';
  update storefront.catalogues set updated_at = v_at where catalogues.brand_id = 'brd_simulated';
  perform storefront.score_trust('brd_simulated', v_at - pg_catalog.make_interval(days => ago)) from pg_catalog.generate_series(13, 0, -1) as ago;
end
$$;
comment on function simulate.stock_shop(date) is
  'Fills the simulated shop as of the end of a day, through the functions that import real ones: what test keys see.';
grant execute on function simulate.products(), simulate.stock_shop(date) to vitrine_worker;
