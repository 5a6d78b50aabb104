-- The carts and checkout sessions of the Universal Commerce Protocol in reading order; sql/storefront/ucp/load.sql includes it.
\ir ucp_show_checkout.sql
\ir ucp_read_session.sql
\ir ucp_create_cart.sql
\ir ucp_cart.sql
\ir ucp_update_cart.sql
\ir ucp_cancel_cart.sql
\ir ucp_create_checkout.sql
\ir ucp_checkout.sql
\ir ucp_update_checkout.sql
\ir ucp_complete_checkout.sql
\ir ucp_cancel_checkout.sql
