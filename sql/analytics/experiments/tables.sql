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
call platform.keep_plain('analytics.experiments', 'name', 'platform', 'campaign_ids');
create index experiments_period_idx on analytics.experiments (brand_id, starts_on);
create index experiments_open_idx on analytics.experiments (brand_id) where status in ('planned', 'running');
comment on table analytics.experiments is
  'Switch-back experiments: the ads of a platform, or some of its campaigns, are on in one block of days of each pair and off in the other. People '
  'execute the calendar (analytics.switchback_blocks). Nothing is written to a platform.';
comment on column analytics.experiments.brand_id is 'The brand whose ads are switched.';
comment on column analytics.experiments.experiment_id is 'The id in the API.';
comment on column analytics.experiments.name is 'The name that people gave it, as plain text.';
comment on column analytics.experiments.platform is 'The platform whose ads are switched, such as meta.';
comment on column analytics.experiments.campaign_ids is 'The campaigns that are switched, by the ids of their platform. Null for all ads of the platform.';
comment on column analytics.experiments.metric is 'The outcome that decides: orders or revenue of the brand''s own orders.';
comment on column analytics.experiments.starts_on is 'The first day of the first block, in the time zone of the brand.';
comment on column analytics.experiments.pairs is 'The number of pairs of an "on" block and an "off" block.';
comment on column analytics.experiments.block_days is 'The number of days of a block.';
comment on column analytics.experiments.washout_days is 'The first days of each block, which are not counted because ads of the block before still act.';
comment on column analytics.experiments.ends_on is 'The last day of the last block.';
comment on column analytics.experiments.seed is 'Decides which block of each pair is on, and the sample of subsets of more than 12 pairs.';
comment on column analytics.experiments.power is 'The power as it was before the start (analytics.experiment_power).';
comment on column analytics.experiments.status is 'planned, running, ended or canceled. analytics.experiment_transitions has the allowed changes.';
comment on column analytics.experiments.created_at is 'When it was planned.';
comment on column analytics.experiments.created_by is 'The person or key that planned the experiment.';
comment on column analytics.experiments.started_at is 'When people recorded that they execute the calendar. Null before.';
comment on column analytics.experiments.started_by is 'The person or key that started it.';
comment on column analytics.experiments.closed_at is 'When it was ended or canceled. Null before.';
comment on column analytics.experiments.closed_by is 'The person or key that ended or canceled it.';
comment on column analytics.experiments.closed_on is 'The day in the time zone of the brand on which the experiment was ended or canceled. Only pairs before it count.';
comment on column analytics.experiments.result_at_end is
  'The read-out when the experiment was ended. Orders and ad reports may be restated later; analytics.lift reads the present data.';
comment on column analytics.experiments.reminded_through is
  'The last first day of a block, or day after the end, for which people were reminded if it has a switch (analytics.claim_switches). Each day is handled once.';

create table analytics.experiment_transitions (
  action text not null,
  from_status text not null,
  to_status text not null,
  constraint experiment_transitions_pkey primary key (action, from_status)
);
comment on table analytics.experiment_transitions is 'Allowed status changes of experiments. All other changes are rejected.';
comment on column analytics.experiment_transitions.action is 'What people request: start, end or cancel.';
comment on column analytics.experiment_transitions.from_status is 'The status before the action.';
comment on column analytics.experiment_transitions.to_status is 'The status after the action.';
insert into analytics.experiment_transitions values
  ('start', 'planned', 'running'),
  ('end', 'running', 'ended'),
  ('cancel', 'planned', 'canceled'),
  ('cancel', 'running', 'canceled');
