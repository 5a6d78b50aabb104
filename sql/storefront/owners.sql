grant create on schema storefront to vitrine_gate;
alter function storefront.due_price_brands() owner to vitrine_gate;
alter function storefront.due_feed_brands() owner to vitrine_gate;
alter function storefront.prune_checkouts() owner to vitrine_gate;
revoke create on schema storefront from vitrine_gate;
grant execute on function storefront.due_price_brands(), storefront.due_feed_brands(), storefront.prune_checkouts() to vitrine_worker;
