alter table commerce.ordered_stock set schema storefront;
alter table storefront.ordered_stock add column expires_at timestamptz;
drop index storefront.ordered_stock_product_idx;
create index ordered_stock_product_idx on storefront.ordered_stock (brand_id, product_id) include (transaction_id, quantity, expires_at);
-- The login of the migration reads the orders of all brands; row-level security applies to the owner.
reset role;
update storefront.ordered_stock as ordered
set expires_at = held.expires_at
from commerce.transactions as held
where held.brand_id = ordered.brand_id and held.transaction_id = ordered.transaction_id and held.status in ('created', 'handed_off');
delete from storefront.ordered_stock as ordered
using commerce.transactions as held
where held.brand_id = ordered.brand_id and held.transaction_id = ordered.transaction_id and held.status in ('canceled', 'expired');
set role vitrine_owner;
