alter table analytics.forecast_points
add column total double precision,
add column total_width_80 double precision,
add column total_width_95 double precision,
add column is_total_signed boolean;

create table analytics.promotions (
  brand_id text not null,
  promotion_id text not null default platform.new_id('prm'),
  name text not null,
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null default platform.now(),
  created_by text not null,
  constraint promotions_pkey primary key (brand_id, promotion_id),
  constraint promotions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint promotions_name_check check (pg_catalog.length(name) between 1 and 200 and name !~ '^\s|\s$'),
  constraint promotions_days_check check (ends_on >= starts_on and ends_on <= starts_on + 91)
);
create index promotions_period_idx on analytics.promotions (brand_id, starts_on);
update core.key_kinds set scopes = scopes || '{write:promotions}' where kind = 'analytics';

alter table analytics.forecasts add column spend_response jsonb;
alter table analytics.forecasts add column events jsonb not null default '{}';
create type analytics.spend_plan as (
  per_day double precision,
  usual_per_day double precision,
  elasticity double precision,
  deviation double precision,
  weeks integer,
  multiple double precision,
  spread double precision
);
comment on type analytics.spend_plan is
  'The effect of a planned spend a day on a forecast of revenue. multiple: by what the forecast is multiplied; spread: the standard deviation of its logarithm.';
