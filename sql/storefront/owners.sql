grant create on schema storefront to vitrine_gate, vitrine_worker;
alter function storefront.due_price_brands() owner to vitrine_gate;
alter function storefront.due_catalogs() owner to vitrine_gate;
alter function storefront.prune_checkouts() owner to vitrine_gate;
-- These functions write the catalog and its index, which keys may not write directly.
alter function storefront.take_product_out(text, text, text) owner to vitrine_worker;
alter function storefront.put_product_back(text, text) owner to vitrine_worker;
revoke create on schema storefront from vitrine_gate, vitrine_worker;
grant execute on function storefront.due_price_brands(), storefront.due_catalogs(), storefront.prune_checkouts() to vitrine_worker;
