create table analytics.forecasts (
  brand_id text not null,
  metric text not null,
  trained_from date not null,
  trained_through date not null,
  horizon_days integer not null,
  model text not null,
  accuracy jsonb not null,
  factors jsonb not null,
  computed_at timestamptz not null default platform.now(),
  constraint forecasts_pkey primary key (brand_id, metric),
  constraint forecasts_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint forecasts_metric_fkey foreign key (metric) references analytics.metric_definitions on delete cascade,
  constraint forecasts_horizon_check check (horizon_days between 1 and 365)
);
comment on table analytics.forecasts is 'The latest forecast of each metric of a brand, made by the worker every night.';
comment on column analytics.forecasts.accuracy is 'Of forecasts made from earlier days against what came; never of days that were trained on.';

create table analytics.forecast_points (
  brand_id text not null,
  metric text not null,
  day date not null,
  value double precision not null,
  low_80 double precision not null,
  high_80 double precision not null,
  low_95 double precision not null,
  high_95 double precision not null,
  constraint forecast_points_pkey primary key (brand_id, metric, day),
  constraint forecast_points_forecast_fkey foreign key (brand_id, metric) references analytics.forecasts on delete cascade
);
comment on table analytics.forecast_points is 'What is expected of each day to come, in units of the brand''s currency, counts or multiples, with intervals.';
