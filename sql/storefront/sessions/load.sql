-- Carts and checkout sessions, without the words of a protocol; sql/storefront/load.sql includes it before the protocols.
\ir checkout_tables.sql
\ir session_owner.sql
\ir checkout_requests.sql
\ir session_parts.sql
\ir checkouts.sql
\ir shipping_options.sql
\ir show_fulfillment.sql
