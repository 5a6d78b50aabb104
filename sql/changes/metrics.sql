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
create type analytics.summed_formulas as (
  numerators integer[],
  denominators integer[],
  multipliers integer[],
  decimals integer[]
);
comment on type analytics.metric_rows is
  'A page of rows of metrics, the number of all rows, the totals of all rows, and whether it is known that every report has all bases of the metrics.';
comment on type analytics.summed_facts is
  'Sums of the usual base metrics over the facts of one period and entity, in the units of the facts. The columns have the names of the metrics.';
comment on type analytics.summed_formulas is
  'The formulas of metrics over the columns of analytics.summed_rows: positions of the numerators and denominators among these columns, multipliers, and decimals.';
