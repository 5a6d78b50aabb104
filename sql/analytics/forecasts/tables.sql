create table analytics.forecasts (
  brand_id text not null,
  metric text not null,
  trained_from date not null,
  trained_through date not null,
  horizon_days integer not null,
  model text not null,
  accuracy jsonb not null,
  factors jsonb not null,
  warnings jsonb not null default '[]',
  holidays jsonb not null default '[]',
  computed_at timestamptz not null default platform.now(),
  spend_response jsonb,
  events jsonb not null default '{}',
  constraint forecasts_pkey primary key (brand_id, metric),
  constraint forecasts_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint forecasts_metric_fkey foreign key (metric) references analytics.metric_definitions on delete cascade,
  constraint forecasts_horizon_check check (horizon_days between 1 and 365)
);
comment on table analytics.forecasts is 'The latest forecast of each metric of a brand, made by the worker every night.';
comment on column analytics.forecasts.accuracy is 'Accuracy of forecasts from earlier days, measured on days that were not used for training.';

comment on column analytics.forecasts.warnings is
  'Warnings about the training days, such as limited outliers and missing days: [{reason, values}], as of platform.warning.';

comment on column analytics.forecasts.holidays is
  'Future holidays on which the history deviated and which the model does not include: [{date_from, date_to, warning}], each warning as of '
  'platform.warning. A response contains the holidays within its horizon.';

comment on column analytics.forecasts.spend_response is
  'How revenue follows spend: {elasticity, deviation, usual_spend, spend_min, spend_max, weeks}, or why it is not known: {refusal, weeks, weeks_min}. Null for '
  'other metrics and older forecasts.';

comment on column analytics.forecasts.events is
  'The holidays of the training days, and the days ahead whose forecast a holiday or promotion changes, by day with the name: '
  '{"2026-11-27": "Black Friday"}. Empty for older forecasts.';

create table analytics.forecast_points (
  brand_id text not null,
  metric text not null,
  day date not null,
  value double precision not null,
  low_80 double precision,
  high_80 double precision,
  low_95 double precision,
  high_95 double precision,
  total double precision,
  total_width_80 double precision,
  total_width_95 double precision,
  is_total_signed boolean,
  constraint forecast_points_pkey primary key (brand_id, metric, day),
  constraint forecast_points_forecast_fkey foreign key (brand_id, metric) references analytics.forecasts on delete cascade
);
comment on table analytics.forecast_points is 'Forecast of each future day, in units of the brand''s currency, counts or multiples.';
comment on column analytics.forecast_points.low_80 is 'Lower end of the 80 % interval. Null, like the other ends, if there is no interval.';
comment on column analytics.forecast_points.total is
  'Total of all forecast days through this day: their sum, or the ratio of the sums. Null if the forecast was made before totals existed.';
comment on column analytics.forecast_points.total_width_80 is 'Half the width of the 80 % interval of the total, from the errors of totals. Null if there is no interval.';
comment on column analytics.forecast_points.total_width_95 is 'Half the width of the 95 % interval of the total. Null if there is no interval.';
comment on column analytics.forecast_points.is_total_signed is 'Whether the total can be negative, as a profit. Lower bounds of other totals are at least zero.';
