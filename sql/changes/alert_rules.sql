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

update core.key_kinds set scopes = scopes || '{write:alert_rules}' where kind = 'analytics';
