grant create on schema storefront to vitrine_gate;
alter function storefront.due_price_brands() owner to vitrine_gate;
revoke create on schema storefront from vitrine_gate;
grant execute on function storefront.due_price_brands() to vitrine_worker;
