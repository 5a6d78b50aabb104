create table analytics.attribution_changes (
  brand_id text not null,
  model text not null,
  click_days integer not null,
  view_days integer not null,
  half_life_hours integer not null,
  accounting text not null,
  version integer not null,
  is_refused boolean not null default false,
  requested_at timestamptz not null default platform.clock(),
  constraint attribution_changes_pkey primary key (brand_id),
  constraint attribution_changes_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint attribution_changes_model_fkey foreign key (model) references analytics.attribution_models on delete restrict,
  constraint attribution_changes_windows_check check (click_days between 1 and 365 and view_days between 0 and 365),
  constraint attribution_changes_half_life_check check (half_life_hours between 1 and 8760),
  constraint attribution_changes_accounting_check check (accounting in ('accrual', 'cash'))
);
comment on table analytics.attribution_changes is
  'The requested attribution settings of a brand, until the worker has attributed all its orders under them (analytics.apply_attribution_change).';
comment on column analytics.attribution_changes.version is 'The version of analytics.attribution_settings that the change replaces.';
comment on column analytics.attribution_changes.is_refused is
  'Whether the change was not applied, because the settings had another version by then or the journeys do not allow the model.';

create table analytics.targets (
  brand_id text not null,
  target_id text not null default platform.new_id('tgt'),
  month date not null,
  campaign_entity_id bigint,
  roas numeric,
  cpa_micros bigint,
  budget_micros bigint,
  version integer not null default 1,
  constraint targets_pkey primary key (brand_id, target_id),
  constraint targets_month_key unique nulls not distinct (brand_id, month, campaign_entity_id),
  constraint targets_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint targets_campaign_fkey foreign key (brand_id, campaign_entity_id) references analytics.entities on delete cascade,
  constraint targets_month_check check (extract(day from month) = 1),
  constraint targets_amounts_check check (roas > 0 and cpa_micros > 0 and budget_micros > 0)
);
create index targets_campaign_idx on analytics.targets (brand_id, campaign_entity_id);
comment on table analytics.targets is 'The targets and the budget of a brand, or of one of its campaigns, in a month. A removed target is null.';
comment on column analytics.targets.month is 'The first day of the month.';
comment on column analytics.targets.campaign_entity_id is 'Null for the targets of the whole brand.';
comment on column analytics.targets.roas is 'The lowest return on ad spend that the brand wants.';
comment on column analytics.targets.cpa_micros is 'The highest cost per conversion that the brand wants.';
comment on column analytics.targets.budget_micros is 'The budget of the whole month.';
comment on column analytics.targets.version is 'Increases with every change, so that a form does not overwrite the change of another person.';
