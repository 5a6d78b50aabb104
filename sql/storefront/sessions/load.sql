-- Discounts, shipping and carts of UCP sessions in reading order; sql/storefront/ucp/load.sql includes it.
\ir shipping_options.sql
\ir show_fulfillment.sql
\ir read_session.sql
\ir create_cart.sql
\ir cart.sql
\ir update_cart.sql
\ir cancel_cart.sql
