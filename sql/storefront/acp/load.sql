-- The operations of the Agentic Commerce Protocol in reading order; sql/storefront/load.sql includes it.
\ir acp_show_session.sql
\ir acp.sql
\ir acp_host.sql
\ir acp_create_checkout_session.sql
\ir acp_checkout_session.sql
\ir acp_update_checkout_session.sql
\ir acp_complete_checkout_session.sql
\ir acp_cancel_checkout_session.sql
