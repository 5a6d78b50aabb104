create function storefront.amount_minor(price_micros bigint, currency core.currencies)
returns numeric
language sql immutable
return pg_catalog.round(amount_minor.price_micros * 0.000001 * 10::numeric ^ amount_minor.currency.exponent);
comment on function storefront.amount_minor(bigint, core.currencies) is
  'Converts micros to the minor unit of a currency, such as cents. Rounds to a whole number.';

create function storefront.formatted_price(price_micros bigint, currency core.currencies)
returns json
language sql immutable
return pg_catalog.json_build_object(
  'amount', pg_catalog.round(formatted_price.price_micros * 0.000001, formatted_price.currency.exponent),
  'currency', formatted_price.currency.currency,
  'formatted', pg_catalog.round(formatted_price.price_micros * 0.000001, formatted_price.currency.exponent)::text || ' ' || formatted_price.currency.currency,
  'amount_minor', storefront.amount_minor(formatted_price.price_micros, formatted_price.currency)
);
comment on function storefront.formatted_price(bigint, core.currencies) is
  'Returns a price as JSON: decimal amount, currency, text such as 12.50 EUR, and amount in minor units.';

create function storefront.summary(description text)
returns text
language sql immutable
return case when pg_catalog.length(summary.description) <= 200 then summary.description
  else pg_catalog.regexp_replace(pg_catalog.left(summary.description, 200), '\s+\S*$', '') || '…'
end;
comment on function storefront.summary(text) is
  'Returns a description of at most 200 characters. A longer one is cut at a space and ends with an ellipsis.';

create function storefront.web_address(link text)
returns text
language sql immutable
return case when web_address.link ~* '^https?://[^[:space:][:cntrl:]<>"''\\^`{|}]+$' and web_address.link !~ '^[^/]*//[^/?#]*@' then web_address.link end;
comment on function storefront.web_address(text) is
  'Returns a link that is a valid http or https URL without user name. Returns null for others, such as javascript: and data: URLs. '
  'shared/schema/web_address.ts has the same rule for input.';

create function storefront.web_addresses(links text[])
returns text[]
language sql immutable
return array(select link from pg_catalog.unnest(web_addresses.links) with ordinality as given (link, number) where storefront.web_address(link) is not null order by number);
comment on function storefront.web_addresses(text[]) is 'Returns the valid http and https URLs of a list, in their order.';

create function storefront.rating(score numeric, count bigint)
returns json
language sql immutable
return case when rating.score is not null and rating.count > 0
  then pg_catalog.json_build_object('score', pg_catalog.round(rating.score, 2), 'count', rating.count)
end;
comment on function storefront.rating(numeric, bigint) is
  'Returns a rating as {score, count}. Null without ratings, never 0 (specification, Storefront compact product card).';

create function storefront.comparison_context(price_micros bigint, currency text, category storefront.names)
returns jsonb
language sql stable
return case when comparison_context.category.products >= 3 and comparison_context.category.currency = comparison_context.currency
  and comparison_context.category.middle_price_micros > 0
then platform.statement(
  'price_beside_median',
  pg_catalog.jsonb_build_object(
    'percent', pg_catalog.round(100.0 * comparison_context.price_micros / comparison_context.category.middle_price_micros - 100),
    'products', comparison_context.category.products,
    'category', comparison_context.category.name
  )
) end;
comment on function storefront.comparison_context(bigint, text, storefront.names) is
  'Compares a price with the median of its category: {reason, values} as of platform.statement, with the difference in percent. Null if the category '
  'has fewer than three products or another currency.';

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
      'price', storefront.formatted_price(products.price_micros, currencies),
      'availability', products.availability,
      'rating', storefront.rating(products.shown_score, products.shown_count),
      'attributes', products.attributes,
      'comparison_context', storefront.comparison_context(products.price_micros, products.currency, peers),
      'purchase_url', storefront.web_address(products.link),
      'images', storefront.web_addresses(products.images)
    )
    || case when products.list_price_micros is null then '{}'
      else pg_catalog.jsonb_build_object('list_price', storefront.formatted_price(products.list_price_micros, currencies))
    end
  from storefront.products
  join core.currencies on currencies.currency = products.currency
  left join storefront.names as peers
    on peers.brand_id = products.brand_id and peers.kind = 'category' and peers.name = products.category
  where products.brand_id = cards.brand_id and products.product_id = any (cards.product_ids);
$$;
comment on function storefront.cards(text, text[]) is
  'Returns compact product cards (specification, Storefront compact product card). During a sale they include list_price.';

create function storefront.page_meta(brand_id text, total bigint, page integer)
returns json
language sql stable
as $$
  select (
    pg_catalog.jsonb_build_object(
      'total', page_meta.total,
      'page', page_meta.page,
      'authority_score', (select scores.score from storefront.trust_scores as scores where scores.brand_id = page_meta.brand_id)
    )
    || coalesce(
      (
        select pg_catalog.jsonb_build_object('data_freshness', platform.utc(catalogs.updated_at))
        from storefront.catalogs
        where catalogs.brand_id = page_meta.brand_id
      ), '{}'
    )
  )::json;
$$;
comment on function storefront.page_meta(text, bigint, integer) is
  'Returns the meta object of the GET endpoints. Omits data_freshness if no catalog was ever imported. The server adds the response time.';

create function storefront.degradation(brand_id text, notes text[] default '{}')
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'status', case when pg_catalog.cardinality(degradation.notes) > 0 then 'partial' when age.seconds > 30 * 86400 then 'stale' else 'live' end,
    'age_seconds', age.seconds,
    'notes', degradation.notes || case when age.seconds > 30 * 86400 then array['catalog;reason=stale'] else '{}' end
  )
  from (
    select greatest(0, extract(epoch from platform.now() - max(catalogs.updated_at)))::bigint as seconds
    from storefront.catalogs
    where catalogs.brand_id = degradation.brand_id
  ) as age;
$$;
comment on function storefront.degradation(text, text[]) is
  'Returns status (live, stale or partial), age in seconds and notes of a response. The server sends them as headers. A catalog without an import '
  'for 30 days is stale.';

grant execute on function
  storefront.formatted_price(bigint, core.currencies),
  storefront.amount_minor(bigint, core.currencies),
  storefront.summary(text),
  storefront.web_address(text),
  storefront.web_addresses(text[]),
  storefront.rating(numeric, bigint),
  storefront.comparison_context(bigint, text, storefront.names),
  storefront.cards(text, text[]),
  storefront.page_meta(text, bigint, integer),
  storefront.degradation(text, text[])
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
