create function storefront.ratings(brand_id text, product_ids text[])
returns table (product_id text, score numeric, count bigint)
language sql stable
as $$
  -- What its own buyers said here comes before what its feed claims.
  select
    products.product_id,
    pg_catalog.round(coalesce(said.score, products.rating_score), 2),
    coalesce(said.count, products.rating_count, 0)
  from storefront.products
  left join (
    select reviews.product_id, pg_catalog.avg(reviews.rating) as score, count(*) as count
    from storefront.reviews
    where reviews.brand_id = ratings.brand_id and reviews.product_id = any (ratings.product_ids)
    group by reviews.product_id
  ) as said using (product_id)
  where products.brand_id = ratings.brand_id
    and products.product_id = any (ratings.product_ids)
    and coalesce(said.count, products.rating_count, 0) > 0
    and coalesce(said.score, products.rating_score) is not null;
$$;
comment on function storefront.ratings(text, text[]) is 'The rating of each product that has one: by the reviews held here, else by its feed.';

create function storefront.formatted_price(price_micros bigint, currency text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'amount', pg_catalog.round(formatted_price.price_micros * 0.000001, currencies.exponent),
    'currency', currencies.currency,
    'formatted', pg_catalog.round(formatted_price.price_micros * 0.000001, currencies.exponent)::text || ' ' || currencies.currency,
    'amount_minor', pg_catalog.round(formatted_price.price_micros * 0.000001 * 10 ^ currencies.exponent)
  )
  from core.currencies
  where currencies.currency = formatted_price.currency;
$$;
comment on function storefront.formatted_price(bigint, text) is 'A price as number, in minor units, and as text: 12.50 EUR.';

create function storefront.summary(description text)
returns text
language sql immutable
return case when pg_catalog.length(summary.description) <= 200 then summary.description
  else pg_catalog.regexp_replace(pg_catalog.left(summary.description, 200), '\s+\S*$', '') || '…'
end;
comment on function storefront.summary(text) is 'The beginning of a description, cut between words.';

create function storefront.cards(brand_id text, product_ids text[])
returns table (product_id text, card jsonb)
language sql stable
as $$
  select
    products.product_id,
    pg_catalog.jsonb_build_object(
      'id', products.product_id,
      'title', products.title,
      'summary', coalesce(storefront.summary(products.description), ''),
      'price', storefront.formatted_price(products.price_micros, products.currency),
      'availability', products.availability,
      'rating', case when ratings.count > 0 then pg_catalog.json_build_object('score', ratings.score, 'count', ratings.count) end,
      'attributes', products.attributes,
      'comparison_context', case when peers.products >= 3 then pg_catalog.format(
        'Costs %s %% %s than the middle of %s products in %s.',
        pg_catalog.abs(pg_catalog.round(100 * (products.price_micros / peers.middle - 1))),
        case when products.price_micros >= peers.middle then 'more' else 'less' end,
        peers.products, products.category
      ) end,
      'purchase_url', products.link,
      'images', products.images
    )
  from storefront.products
  left join storefront.ratings(cards.brand_id, cards.product_ids) as ratings using (product_id)
  left join lateral (
    select count(*) as products, nullif(pg_catalog.percentile_cont(0.5) within group (order by others.price_micros), 0)::numeric as middle
    from storefront.products as others
    where others.brand_id = products.brand_id and others.category = products.category and others.currency = products.currency
  ) as peers on true
  where products.brand_id = cards.brand_id and products.product_id = any (cards.product_ids);
$$;
comment on function storefront.cards(text, text[]) is 'Compact product cards (specification, Storefront compact product card).';

create function storefront.page_meta(brand_id text, total bigint, page integer)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'total', page_meta.total,
    'page', page_meta.page,
    'authority_score', null,
    'data_freshness', platform.utc(coalesce(
      (select catalogues.updated_at from storefront.catalogues where catalogues.brand_id = page_meta.brand_id), platform.now()
    ))
  );
$$;
comment on function storefront.page_meta(text, bigint, integer) is 'The meta block of the GET endpoints; the time that the answer took is added by the server.';

grant execute on function
  storefront.ratings(text, text[]),
  storefront.formatted_price(bigint, text),
  storefront.summary(text),
  storefront.cards(text, text[]),
  storefront.page_meta(text, bigint, integer)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
