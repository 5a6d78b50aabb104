-- The whole database in reading order; run with plain psql as a role that may create roles.
\ir platform/roles.sql
\ir platform/schemas.sql
\ir platform/auth.sql
set role vitrine_owner;
set check_function_bodies = off;
\ir platform/fail.sql
\ir platform/clock.sql
\ir platform/ids.sql

\ir core/tables.sql
\ir core/currencies.sql
\ir core/scope.sql
\ir core/rate_limit.sql
\ir core/call.sql
\ir core/register_operation.sql
\ir core/admin.sql
\ir core/policies.sql

\ir analytics/tables.sql
\ir analytics/partitions.sql
\ir analytics/metric_definitions.sql
\ir analytics/brands.sql
\ir analytics/metrics_query.sql
\ir analytics/metrics.sql
\ir analytics/views.sql
\ir analytics/reported_through.sql
\ir analytics/attribution_tables.sql
\ir analytics/conversion_touches.sql
\ir analytics/markov.sql
\ir analytics/attribute.sql
\ir analytics/channel_credits.sql
\ir analytics/attribution.sql
\ir analytics/forecast_tables.sql
\ir analytics/make_forecasts.sql
\ir analytics/forecasts.sql
\ir analytics/anomaly_tables.sql
\ir analytics/score_last.sql
\ir analytics/score_entities.sql
\ir analytics/detect_anomalies.sql
\ir analytics/move_anomaly.sql
\ir analytics/anomalies.sql
\ir analytics/creatives.sql
\ir analytics/response_curves.sql
\ir analytics/budget_recommendations.sql
\ir analytics/ask.sql
\ir analytics/query.sql
\ir analytics/record_import.sql
\ir analytics/name_channels.sql
\ir analytics/import_journeys.sql
\ir analytics/resolve_ad_accounts.sql
\ir analytics/import_ads.sql
\ir analytics/check_ad_facts.sql
\ir analytics/supersede_ad_facts.sql
\ir analytics/write_ad_facts.sql
\ir analytics/commit_ad_import.sql
\ir analytics/policies.sql

\ir storefront/tables.sql
\ir storefront/index_products.sql
\ir storefront/import_products.sql
\ir storefront/rank_products.sql
\ir storefront/cards.sql
\ir storefront/search.sql
\ir storefront/products.sql
\ir storefront/recommend.sql
\ir storefront/policies.sql

\ir simulate/tables.sql
\ir simulate/ads.sql
\ir simulate/journeys.sql
\ir simulate/extend.sql

reset role;
\ir core/owners.sql
\ir simulate/brand.sql
