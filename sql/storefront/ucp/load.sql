-- The UCP operations in reading order; sql/storefront/load.sql includes it.
\ir ucp_products.sql
\ir ucp.sql
\ir host_ucp.sql
\ir ucp_search.sql
\ir ucp_lookup.sql
\ir ucp_product.sql
\ir checkout_tables.sql
\ir ../sessions/session_owner.sql
\ir ../sessions/checkout_requests.sql
\ir ../sessions/session_parts.sql
\ir checkouts.sql
\ir ../sessions/load.sql
\ir create_checkout.sql
\ir checkout.sql
\ir update_checkout.sql
\ir complete_checkout.sql
\ir cancel_checkout.sql
