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

alter table core.brands
  add column is_storefront_published boolean not null default true,
  add column version integer not null default 1;
alter table storefront.shops add column version integer not null default 1;

reset role;
insert into core.schedules (queue, every, past, is_of_brands) values ('configure_attribution', '1 minute', '0', false);
set role vitrine_owner;

create type console.given_target as (
  place text, campaign text, version integer, roas numeric, cpa numeric, budget numeric, campaign_entity_id bigint, is_repeated boolean
);
comment on type console.given_target is 'A target of a request, with its place in it and its campaign.';

-- No policy lets the owner of the table update.
alter table analytics.metric_definitions no force row level security;
update analytics.metric_definitions set label = 'CPA' where name = 'cpa';
update analytics.metric_definitions set label = 'ROAS' where name = 'roas';
update analytics.metric_definitions set label = 'POAS' where name = 'poas';
alter table analytics.metric_definitions force row level security;
