create table analytics.ga4_sessions (
  brand_id text not null,
  property_id text not null,
  hour timestamptz not null,
  source text not null,
  medium text not null,
  campaign text not null,
  sessions bigint not null,
  key_events numeric not null,
  purchases numeric not null,
  revenue_micros bigint not null,
  constraint ga4_sessions_pkey primary key (brand_id, property_id, hour, source, medium, campaign),
  constraint ga4_sessions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
call platform.keep_plain('analytics.ga4_sessions', 'property_id', 'source', 'medium', 'campaign');
comment on table analytics.ga4_sessions is
  'Sessions that Google Analytics 4 counted, by hour and origin. They are totals without persons, so they are never touches of journeys.';
comment on column analytics.ga4_sessions.brand_id is 'The brand.';
comment on column analytics.ga4_sessions.property_id is 'The id of the GA4 property.';
comment on column analytics.ga4_sessions.hour is 'Start of the hour as an instant.';
comment on column analytics.ga4_sessions.source is 'Session source, such as google.';
comment on column analytics.ga4_sessions.medium is 'Session medium, such as cpc.';
comment on column analytics.ga4_sessions.campaign is 'Session campaign name, such as (direct).';
comment on column analytics.ga4_sessions.sessions is 'Sessions.';
comment on column analytics.ga4_sessions.key_events is 'Key events (formerly conversions). GA4 credits fractions.';
comment on column analytics.ga4_sessions.purchases is 'E-commerce purchases.';
comment on column analytics.ga4_sessions.revenue_micros is 'Purchase revenue in micros of the brand''s currency.';

create table analytics.ga4_transactions (
  brand_id text not null,
  property_id text not null,
  transaction_id text not null,
  hour timestamptz not null,
  source text not null,
  medium text not null,
  campaign text not null,
  constraint ga4_transactions_pkey primary key (brand_id, property_id, transaction_id, hour),
  constraint ga4_transactions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
call platform.keep_plain('analytics.ga4_transactions', 'property_id', 'transaction_id', 'source', 'medium', 'campaign');
comment on table analytics.ga4_transactions is
  'Origins to which Google Analytics 4 attributes transactions: a row for each hour in which it reports one. The first hour counts. An order with this '
  'id and without another touch gets one touch from it.';
comment on column analytics.ga4_transactions.brand_id is 'The brand.';
comment on column analytics.ga4_transactions.property_id is 'The id of the GA4 property.';
comment on column analytics.ga4_transactions.transaction_id is 'The transaction id that the shop sent to GA4: the id of the order.';
comment on column analytics.ga4_transactions.hour is 'Start of an hour in which the transaction is reported, as an instant. A shop page that is opened again sends it again.';
comment on column analytics.ga4_transactions.source is 'Session source, such as google.';
comment on column analytics.ga4_transactions.medium is 'Session medium, such as cpc.';
comment on column analytics.ga4_transactions.campaign is 'Session campaign name.';
call core.protect('analytics.ga4_sessions');
call core.protect('analytics.ga4_transactions');
