create table analytics.entities (
  brand_id text not null,
  entity_id bigint generated always as identity,
  level text not null,
  platform text not null,
  external_id text not null,
  name text,
  status text,
  objective text,
  currency text,
  timezone text,
  daily_budget_micros bigint,
  account_entity_id bigint,
  campaign_entity_id bigint,
  adset_entity_id bigint,
  creative_id bigint,
  first_seen_at timestamptz not null default pg_catalog.now(),
  constraint entities_pkey primary key (brand_id, entity_id),
  constraint entities_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint entities_account_fkey foreign key (brand_id, account_entity_id) references analytics.entities on delete cascade,
  constraint entities_campaign_fkey foreign key (brand_id, campaign_entity_id) references analytics.entities on delete cascade,
  constraint entities_adset_fkey foreign key (brand_id, adset_entity_id) references analytics.entities on delete cascade,
  constraint entities_external_key unique nulls not distinct
    (brand_id, platform, level, account_entity_id, campaign_entity_id, adset_entity_id, external_id),
  constraint entities_level_check check (level in ('account', 'campaign', 'adset', 'ad')),
  constraint entities_ancestors_check check (
    case level
      when 'account' then account_entity_id is null and campaign_entity_id is null and adset_entity_id is null
      when 'campaign' then account_entity_id is not null and campaign_entity_id is null and adset_entity_id is null
      when 'adset' then account_entity_id is not null and campaign_entity_id is not null and adset_entity_id is null
      else account_entity_id is not null and campaign_entity_id is not null and adset_entity_id is not null
    end
  )
);
call platform.keep_plain('analytics.entities', 'platform', 'external_id', 'name', 'status', 'objective');
create index entities_children_idx on analytics.entities (brand_id, adset_entity_id, campaign_entity_id, account_entity_id);
comment on table analytics.entities is 'Ad accounts, campaigns, ad sets and ads of every platform: one row each, with the ids of its ancestors.';
comment on column analytics.entities.external_id is 'The platform''s own id, or the name if the source has no id.';
comment on column analytics.entities.timezone is 'Time zone of the days and hours of an ad account. Null means the brand''s time zone.';
comment on column analytics.entities.currency is 'Billing currency of an ad account. Facts are stored in the brand''s currency.';
comment on column analytics.entities.daily_budget_micros is 'Daily budget in micros of the brand''s currency. Null if none is set at this level.';

create table analytics.creatives (
  brand_id text not null,
  creative_id bigint generated always as identity,
  platform text not null,
  external_id text not null,
  name text,
  format text,
  headline text,
  body text,
  call_to_action text,
  landing_url text,
  thumbnail_url text,
  constraint creatives_pkey primary key (brand_id, creative_id),
  constraint creatives_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint creatives_external_key unique (brand_id, platform, external_id),
  constraint creatives_format_check check (format in ('image', 'video', 'carousel', 'text', 'catalog'))
);
call platform.keep_plain('analytics.creatives', 'platform', 'external_id', 'name', 'headline', 'body', 'call_to_action', 'landing_url', 'thumbnail_url');
comment on table analytics.creatives is 'Creatives that ads show. Several ads can show one creative.';
alter table analytics.entities add constraint entities_creative_fkey
  foreign key (brand_id, creative_id) references analytics.creatives on delete set null (creative_id);

-- Template for the columns of the three fact tables below.
create table analytics.measures (
  spend_micros bigint,
  revenue_micros bigint,
  cogs_micros bigint,
  refunds_micros bigint,
  store_revenue_micros bigint,
  impressions bigint,
  clicks bigint,
  link_clicks bigint,
  landing_page_views bigint,
  reach bigint,
  conversions_micros bigint,
  view_conversions_micros bigint,
  purchases_micros bigint,
  leads_micros bigint,
  installs_micros bigint,
  add_to_carts_micros bigint,
  checkouts_micros bigint,
  new_customers_micros bigint,
  orders bigint,
  video_views_3s bigint,
  thruplays bigint,
  video_p25 bigint,
  video_p50 bigint,
  video_p75 bigint,
  video_p100 bigint
);
comment on column analytics.measures.spend_micros is 'In micros of the brand''s currency, like every money column that ends in _micros.';
comment on column analytics.measures.conversions_micros is 'In millionths, because platforms credit fractions, like every count in _micros.';
comment on column analytics.measures.reach is 'People reached, deduplicated by the platform for this row only: reach cannot be added up.';
comment on column analytics.measures.store_revenue_micros is 'Revenue of the store''s own orders, independent of what platforms claim.';

create table analytics.facts_daily (
  brand_id text not null,
  day date not null,
  entity_id bigint not null,
  summed_measures text[] not null default '{}',
  first_stored_at timestamptz not null default platform.now(),
  reported_spend_micros bigint,
  reported_revenue_micros bigint,
  like analytics.measures including comments,
  constraint facts_daily_pkey primary key (brand_id, day, entity_id)
) partition by range (day);
comment on table analytics.facts_daily is
  'Measures of each ad on each day, at the finest level that its source reports. Null means not reported. 0 means a reported zero.';
comment on column analytics.facts_daily.day is
  'Day in the brand''s time zone for hourly sources, in the account''s time zone for daily sources.';
comment on column analytics.facts_daily.summed_measures is 'Measures summed from facts_hourly, possibly incomplete. A daily report replaces them.';
comment on column analytics.facts_daily.entity_id is 'The ad, or the ad set, campaign or account where the source reports no ads.';
comment on column analytics.facts_daily.first_stored_at is 'Time of the first report of this row. Later reports leave it.';
comment on column analytics.facts_daily.reported_spend_micros is
  'Spend as reported, in micros of the account''s currency (analytics.entities). Null if that is the brand''s currency or nothing was reported.';
comment on column analytics.facts_daily.reported_revenue_micros is
  'Revenue as reported, in micros of the account''s currency. Null if that is the brand''s currency or nothing was reported.';

create table analytics.facts_hourly (
  brand_id text not null,
  hour timestamptz not null,
  entity_id bigint not null,
  first_stored_at timestamptz not null default platform.now(),
  reported_spend_micros bigint,
  reported_revenue_micros bigint,
  like analytics.measures including comments,
  constraint facts_hourly_pkey primary key (brand_id, hour, entity_id)
) partition by range (hour);
comment on table analytics.facts_hourly is 'Measures of each ad in each hour, for hourly sources. facts_daily is summed from it.';
comment on column analytics.facts_hourly.hour is 'Start of the hour as an instant, so that clock changes need no special handling.';

create table analytics.facts_daily_versions (
  replaced_at timestamptz not null,
  like analytics.facts_daily including comments,
  constraint facts_daily_versions_pkey primary key (brand_id, day, entity_id, replaced_at)
) partition by range (day);
comment on table analytics.facts_daily_versions is
  'Rows of facts_daily that a later report replaced or removed, as they were before. Only changes of measures are kept. To erase facts, delete '
  'them first and then their versions.';
comment on column analytics.facts_daily_versions.replaced_at is 'Time from which the row no longer counted.';

create table analytics.facts_hourly_versions (
  replaced_at timestamptz not null,
  like analytics.facts_hourly including comments,
  constraint facts_hourly_versions_pkey primary key (brand_id, hour, entity_id, replaced_at)
) partition by range (hour);
comment on table analytics.facts_hourly_versions is 'Rows of facts_hourly that a later report replaced or removed, as in facts_daily_versions.';
comment on column analytics.facts_hourly_versions.replaced_at is 'Time from which the row no longer counted.';

create table analytics.rollups_daily (
  brand_id text not null,
  level text not null,
  day date not null,
  entity_id bigint not null,
  like analytics.measures including comments,
  constraint rollups_daily_pkey primary key (brand_id, level, day, entity_id),
  constraint rollups_daily_level_check check (level in ('account', 'campaign', 'adset'))
) partition by range (day);
comment on table analytics.rollups_daily is
  'facts_daily summed by ad set, campaign and ad account. Every import updates it. The ad level is facts_daily itself.';
comment on column analytics.rollups_daily.entity_id is
  'The entity of this level, or the deepest one above it if the source reports no entity of this level.';

drop table analytics.measures;

create table analytics.mixed_reports (
  brand_id text not null,
  day date not null,
  entity_id bigint not null,
  measure text not null,
  constraint mixed_reports_pkey primary key (brand_id, day, entity_id, measure),
  constraint mixed_reports_entity_fkey foreign key (brand_id, entity_id) references analytics.entities on delete cascade
);
comment on table analytics.mixed_reports is
  'Days of ad accounts on which some facts have a measure and others do not. Every import updates it. A ratio of such a day is summed from the '
  'facts, because analytics.rollups_daily does not show which facts have both parts.';
comment on column analytics.mixed_reports.entity_id is 'The ad account.';
comment on column analytics.mixed_reports.measure is 'The name of the base metric.';

create table analytics.coverage (
  brand_id text not null,
  entity_id bigint not null,
  measure text not null,
  days datemultirange not null,
  constraint coverage_pkey primary key (brand_id, entity_id, measure),
  constraint coverage_entity_fkey foreign key (brand_id, entity_id) references analytics.entities on delete cascade
);
comment on table analytics.coverage is
  'The days that each ad account has reported, in all and by base metric. Every import updates it, so that a request need not read the reports to know '
  'which are missing.';
comment on column analytics.coverage.entity_id is 'The ad account.';
comment on column analytics.coverage.measure is
  'The name of a base metric; any: days with a report; active: days with spend or sales.';
comment on column analytics.coverage.days is 'The days on which a fact of the account has the measure. Days on which others lack it are in analytics.mixed_reports.';

create table analytics.imports (
  brand_id text not null,
  import_id text not null default platform.new_id('imp'),
  kind text not null,
  dialect text not null,
  file_name text not null,
  rows_read bigint not null,
  rows_accepted bigint not null,
  rows_rejected bigint not null,
  first_on date,
  last_on date,
  warnings jsonb not null default '[]',
  imported_at timestamptz not null default platform.now(),
  platforms text[],
  is_exact boolean not null default false,
  undo_requested_at timestamptz,
  undo_refused jsonb,
  undone_at timestamptz,
  constraint imports_pkey primary key (brand_id, import_id),
  constraint imports_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
call platform.keep_plain('analytics.imports', 'dialect', 'file_name', 'platforms', 'warnings');
comment on table analytics.imports is 'One row per imported file.';
comment on column analytics.imports.imported_at is 'Never before an earlier import of the brand.';
comment on column analytics.imports.platforms is 'The platforms of a report of ads. Null if they were not recorded.';
comment on column analytics.imports.is_exact is
  'Whether the facts that it changed can be distinguished from those of other reports by their time, imported_at, so that it can be undone.';
comment on column analytics.imports.undo_requested_at is 'When a person asked to undo it. Null if the worker has answered.';
comment on column analytics.imports.undo_refused is 'Why it was not undone: {reason, values}.';
comment on column analytics.imports.warnings is 'An array of {reason, values}, as of platform.warning.';

create table analytics.import_rejections (
  brand_id text not null,
  import_id text not null,
  line bigint not null,
  reasons jsonb not null,
  constraint import_rejections_pkey primary key (brand_id, import_id, line),
  constraint import_rejections_import_fkey foreign key (brand_id, import_id) references analytics.imports on delete cascade
);
call platform.keep_plain('analytics.import_rejections', 'reasons');
comment on table analytics.import_rejections is 'Rejected rows of a file.';
comment on column analytics.import_rejections.reasons is
  'Array of the reasons: {reason, values} of platform.warning, or a text that the schema of the file made. shared/sentences/warnings makes the sentences.';

create table analytics.data_status (
  brand_id text not null,
  kind text not null,
  first_on date not null,
  last_on date not null,
  first_stored_at timestamptz not null default platform.now(),
  updated_at timestamptz not null default platform.now(),
  last_read_at timestamptz not null default platform.now(),
  constraint data_status_pkey primary key (brand_id, kind),
  constraint data_status_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint data_status_kind_check check (kind in ('ads_daily', 'ads_hourly', 'journeys', 'orders'))
);
comment on table analytics.data_status is 'First and last day of a brand''s data by kind. Without a row, the response is data_not_ready.';
comment on column analytics.data_status.first_stored_at is 'Time of the first report of this kind.';
comment on column analytics.data_status.last_read_at is 'Time of the last report that reaches last_on. Before the end of that day, the day is incomplete.';

create table analytics.platform_status (
  brand_id text not null,
  platform text not null,
  kind text not null,
  first_on date not null,
  last_on date not null,
  updated_at timestamptz not null default platform.now(),
  constraint platform_status_pkey primary key (brand_id, platform, kind),
  constraint platform_status_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint platform_status_kind_check check (kind in ('ads_daily', 'ads_hourly'))
);
comment on table analytics.platform_status is 'First and last day that each platform reported, by day and by hour, and the time of its last report.';

create table analytics.unfinished_days (
  brand_id text not null,
  entity_id bigint not null,
  day date not null,
  by_hour boolean not null,
  reported_at timestamptz not null default platform.now(),
  constraint unfinished_days_pkey primary key (brand_id, entity_id, day),
  constraint unfinished_days_entity_fkey foreign key (brand_id, entity_id) references analytics.entities on delete cascade
);
comment on table analytics.unfinished_days is
  'Days that an ad account last reported before they had ended, so that part of the day is missing. A later report of the same day removes the row.';
comment on column analytics.unfinished_days.entity_id is 'The ad account.';
comment on column analytics.unfinished_days.by_hour is 'Whether only reports by hour are unfinished. Reports by hour do not complete a day that was reported as a whole.';
