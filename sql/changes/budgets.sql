alter type analytics.response_curve
add attribute elasticity_deviation double precision,
add attribute spend_low double precision,
add attribute spend_high double precision;
create type analytics.scenario_change as (
  platform text, campaign_id text, change_pct double precision, daily_spend double precision, "position" bigint
);
comment on type analytics.scenario_change is 'A change of a scenario. position is its place in the request, from 1.';

create type analytics.planned_spend as (
  entity_id bigint, platform text, campaign_id text, spend double precision, planned_spend double precision, "position" bigint
);
comment on type analytics.planned_spend is
  'The daily spend of a campaign in the last 14 days and in a scenario. position is that of the change that applies, or null.';

create type analytics.scenario_line as (
  entity_id bigint,
  platform text,
  campaign_id text,
  name text,
  daily_budget double precision,
  current_spend double precision,
  planned_spend double precision,
  is_changed boolean,
  reason jsonb,
  revenue double precision,
  revenue_gain double precision,
  revenue_deviation double precision,
  conversions double precision,
  conversions_gain double precision,
  conversions_deviation double precision
);
comment on type analytics.scenario_line is
  'A campaign of a scenario: spends and expected outcomes of a day. revenue and conversions are those of the present spend; a gain is what the planned one adds, '
  'with its standard deviation. reason: why an outcome is not known, or null.';
comment on type analytics.response_curve is
  'How the outcome of a day of a campaign or ad set follows from its spend: outcome = scale * spend ^ elasticity. error is the standard error of the outcome. '
  'daily_spend is the average of the last 14 days; spend_days to outcome are the sums that the curve is fitted to. elasticity_deviation is the standard '
  'deviation of the elasticity. Nine of ten days with spend had one from spend_low to spend_high.';
