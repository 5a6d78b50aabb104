create table analytics.alert_rules (
  brand_id text not null,
  rule_id text not null default platform.new_id('rul'),
  name text,
  metric text not null,
  platform text,
  campaign_id text,
  comparison text not null,
  threshold numeric not null,
  days integer not null,
  is_on boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default platform.now(),
  created_by text not null,
  changed_at timestamptz not null default platform.now(),
  changed_by text not null,
  judged_through date,
  unknown_since date,
  constraint alert_rules_pkey primary key (brand_id, rule_id),
  constraint alert_rules_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint alert_rules_metric_fkey foreign key (metric) references analytics.metric_definitions on delete restrict,
  constraint alert_rules_name_check check (pg_catalog.length(name) between 1 and 200),
  constraint alert_rules_comparison_check check (comparison in ('below', 'above', 'falls_by', 'rises_by')),
  constraint alert_rules_threshold_check check (comparison in ('below', 'above') or threshold > 0),
  constraint alert_rules_days_check check (days between 1 and 30),
  constraint alert_rules_campaign_check check (campaign_id is null or platform is not null)
);
create index alert_rules_metric_idx on analytics.alert_rules (metric);
call platform.keep_plain('analytics.alert_rules', 'name', 'campaign_id');
comment on table analytics.alert_rules is
  'Rules that people and keys set for a metric of a brand. Each is judged on complete days, and raises one alert when it begins to hold.';
comment on column analytics.alert_rules.platform is 'Null means all platforms. A rule of a campaign always has one.';
comment on column analytics.alert_rules.campaign_id is 'The id of a campaign on its platform. Null means all campaigns.';
comment on column analytics.alert_rules.comparison is
  'below and above compare the value of each day with the threshold. falls_by and rises_by compare the days together with as many days before.';
comment on column analytics.alert_rules.threshold is
  'In units of the metric for below and above. A fraction for falls_by and rises_by: 0.2 is 20 %.';
comment on column analytics.alert_rules.days is 'The number of consecutive days that the comparison must hold on, or that are compared together.';
comment on column analytics.alert_rules.version is 'Increases with each change. A change names the version that it was made from.';
comment on column analytics.alert_rules.judged_through is 'The last complete day on which the rule was judged. Null before the first time.';
comment on column analytics.alert_rules.unknown_since is
  'The first complete day since which the rule could not be judged, because a day has no report or the metric is null. Null while it can be judged. '
  'Responses also state a rule that was not judged for longer than a day (analytics.not_judged_since).';

create table analytics.rule_alerts (
  brand_id text not null,
  alert_id text not null default platform.new_id('alt'),
  rule_id text not null,
  first_on date not null,
  last_on date not null,
  value numeric not null,
  base numeric,
  rule jsonb not null,
  triggered_at timestamptz not null default platform.now(),
  ended_at timestamptz,
  end_reason text,
  constraint rule_alerts_pkey primary key (brand_id, alert_id),
  constraint rule_alerts_rule_fkey foreign key (brand_id, rule_id) references analytics.alert_rules on delete cascade,
  constraint rule_alerts_end_reason_check check (end_reason in ('no_longer_holds', 'rule_changed', 'rule_removed')),
  constraint rule_alerts_ended_check check ((ended_at is null) = (end_reason is null)),
  constraint rule_alerts_days_check check (last_on >= first_on)
);
create unique index rule_alerts_open_key on analytics.rule_alerts (brand_id, rule_id) where ended_at is null;
create index rule_alerts_rule_idx on analytics.rule_alerts (brand_id, rule_id, triggered_at desc);
comment on table analytics.rule_alerts is
  'The alerts of alert rules: one row for each run of days on which a rule holds. A rule has at most one open alert.';
comment on column analytics.rule_alerts.first_on is 'The first day of those that raised the alert.';
comment on column analytics.rule_alerts.last_on is 'The last complete day on which the rule held.';
comment on column analytics.rule_alerts.value is 'The value of last_on, or of the days together for falls_by and rises_by, in units of the metric.';
comment on column analytics.rule_alerts.base is 'The value of the days before, for falls_by and rises_by.';
comment on column analytics.rule_alerts.rule is 'What the rule was when it raised the alert.';
comment on column analytics.rule_alerts.ended_at is 'Null while the alert is open.';
