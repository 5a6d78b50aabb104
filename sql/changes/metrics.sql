alter type analytics.metric_rows add attribute is_whole boolean;
create type analytics.summed_facts as (
  bucket date,
  entity_id bigint,
  spend numeric,
  revenue numeric,
  cogs numeric,
  impressions numeric,
  clicks numeric,
  conversions numeric,
  purchases numeric
);
comment on type analytics.metric_rows is
  'A page of rows of metrics, the number of all rows, the totals of all rows, and whether it is known that every report has all bases of the metrics.';
comment on type analytics.summed_facts is
  'Sums of the usual base metrics over the facts of one period and entity, in the units of the facts. The columns have the names of the metrics.';
