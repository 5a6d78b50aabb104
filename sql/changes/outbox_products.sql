create index outbox_products_idx on events.outbox (brand_id, type, occurred_at) where type in ('product.price_changed', 'product.availability_changed');
