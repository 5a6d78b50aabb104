-- The operations of the Agentic Commerce Protocol in reading order; sql/storefront/load.sql includes it after those of UCP, whose tables and
-- functions of checkouts it uses.
\ir sessions.sql
\ir acp.sql
\ir host_acp.sql
\ir create_checkout_session.sql
\ir checkout_session.sql
\ir update_checkout_session.sql
\ir complete_checkout_session.sql
\ir cancel_checkout_session.sql
