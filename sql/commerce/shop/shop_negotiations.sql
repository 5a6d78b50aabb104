create function commerce.shop_negotiations(brand_id text, status text default null, page integer default 1, "limit" integer default 20)
returns json
language sql stable
return commerce.list_negotiations(shop_negotiations.brand_id, shop_negotiations.status, shop_negotiations.page, shop_negotiations."limit");
comment on function commerce.shop_negotiations(text, text, integer, integer) is
  'The negotiations of a shop, newest first, for pages of the console, which change nothing: a negotiation that is due expires with the next job of the worker.';
grant execute on function commerce.shop_negotiations(text, text, integer, integer) to vitrine_key;
call core.register_operation('commerce.shop_negotiations', 'console', brand => 'shown', served_by => '{console}', acts_for_shop => true);
