create function analytics.model_figures(
  revenue numeric, value_micros double precision, conversions numeric, new_customers numeric, spend_micros numeric,
  total_micros numeric
)
returns json
language sql immutable
return pg_catalog.json_build_object(
  'revenue', pg_catalog.trim_scale(model_figures.revenue),
  'share', pg_catalog.round(model_figures.revenue * 1000000 / nullif(model_figures.total_micros, 0), 6),
  'conversions', pg_catalog.trim_scale(model_figures.conversions),
  'new_customers', pg_catalog.trim_scale(model_figures.new_customers),
  'roas', pg_catalog.trim_scale(pg_catalog.round((model_figures.value_micros / nullif(model_figures.spend_micros, 0))::numeric, 6))
);
comment on function analytics.model_figures(numeric, double precision, numeric, numeric, numeric, numeric) is
  'The figures of a row under one model. revenue, conversions and new_customers are rounded with those of the other rows. value_micros, spend_micros: those of the days of ROAS. share: its part of the revenue of all orders.';
grant execute on function analytics.model_figures(numeric, double precision, numeric, numeric, numeric, numeric) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
