create function storefront.handoff_url(base_url text, brand_id text, handoff_token text)
returns text
language sql immutable
return handoff_url.base_url || '/api/storefront/' || handoff_url.brand_id || '/handoff/' || handoff_url.handoff_token;
comment on function storefront.handoff_url(text, text, text) is
  'Returns the address that leads a buyer to the checkout of the merchant: that of an order or of a checkout session.';

create function storefront.session_currency(brand_id text, currency text)
returns text
language sql stable
return coalesce(
  session_currency.currency, (select catalogs.currencies[1] from storefront.catalogs where catalogs.brand_id = session_currency.brand_id), 'USD'
);
comment on function storefront.session_currency(text, text) is
  'Returns the currency of the lines of a session. A session without a priced line has the most frequent currency of the catalog.';

create function storefront.policy_links(brand_id text, types text[])
returns json
language sql stable
return (
  select coalesce(
    pg_catalog.json_agg(pg_catalog.json_build_object('type', page.type, 'url', storefront.web_address(page.url)) order by page.type), '[]'
  )
  from storefront.shops
  cross join lateral (
    values
      (policy_links.types[1], shops.privacy_policy), (policy_links.types[2], shops.returns_policy), (policy_links.types[3], shops.terms_of_service)
  ) as page (type, url)
  where shops.brand_id = policy_links.brand_id and storefront.web_address(page.url) is not null
);
comment on function storefront.policy_links(text, text[]) is
  'Returns the published policies of a shop with their addresses. types names them in a protocol: privacy, returns, terms of service.';

create function storefront.has_website(brand_id text)
returns boolean
language sql stable
return exists (select from storefront.shops where shops.brand_id = has_website.brand_id and storefront.web_address(shops.website) is not null);
comment on function storefront.has_website(text) is 'Returns whether a shop has published an address to which a buyer can be handed over.';

grant execute on function storefront.handoff_url(text, text, text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function
  storefront.session_currency(text, text),
  storefront.policy_links(text, text[]),
  storefront.has_website(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
