create table analytics.experiments (
  brand_id text not null,
  experiment_id text not null default platform.new_id('exp'),
  name text not null,
  platform text not null,
  campaign_ids text[],
  metric text not null,
  starts_on date not null,
  pairs integer not null,
  block_days integer not null,
  washout_days integer not null,
  ends_on date not null generated always as (starts_on + 2 * pairs * block_days - 1) stored,
  seed bigint not null,
  power jsonb not null,
  status text not null default 'planned',
  created_at timestamptz not null default platform.now(),
  created_by text not null,
  started_at timestamptz,
  started_by text,
  closed_at timestamptz,
  closed_by text,
  closed_on date,
  result_at_end jsonb,
  reminded_through date,
  constraint experiments_pkey primary key (brand_id, experiment_id),
  constraint experiments_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint experiments_name_check check (pg_catalog.length(name) between 1 and 200),
  constraint experiments_campaign_ids_check check (campaign_ids <> '{}'),
  constraint experiments_metric_check check (metric in ('orders', 'revenue')),
  constraint experiments_blocks_check check (
    pairs between 6 and 60 and block_days between 2 and 28 and washout_days >= 0 and washout_days < block_days and 2 * pairs * block_days <= 366
  ),
  constraint experiments_status_check check (status in ('planned', 'running', 'ended', 'canceled')),
  constraint experiments_started_check check (
    (started_at is null) = (started_by is null) and (started_at is not null or status in ('planned', 'canceled'))
  ),
  constraint experiments_closed_check check (
    (closed_at is not null) = (status in ('ended', 'canceled')) and pg_catalog.num_nulls(closed_at, closed_by, closed_on) in (0, 3)
  ),
  constraint experiments_result_check check ((result_at_end is not null) = (status = 'ended'))
);
create index experiments_period_idx on analytics.experiments (brand_id, starts_on);
create index experiments_open_idx on analytics.experiments (brand_id) where status in ('planned', 'running');
create table analytics.experiment_transitions (
  action text not null,
  from_status text not null,
  to_status text not null,
  constraint experiment_transitions_pkey primary key (action, from_status)
);
insert into analytics.experiment_transitions values
  ('start', 'planned', 'running'),
  ('end', 'running', 'ended'),
  ('cancel', 'planned', 'canceled'),
  ('cancel', 'running', 'canceled');

update core.key_kinds set scopes = scopes || '{write:experiments}' where kind = 'analytics';
