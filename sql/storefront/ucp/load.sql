-- The operations of the Universal Commerce Protocol in reading order; sql/storefront/load.sql includes it.
\ir ucp_products.sql
\ir ucp.sql
\ir ucp_host.sql
\ir ucp_search.sql
\ir ucp_lookup.sql
\ir ucp_product.sql
\ir sessions/load.sql
