create table analytics.attribution_models (
  model text not null,
  position smallint not null,
  label text not null,
  rule text not null,
  is_additive boolean not null default true,
  constraint attribution_models_pkey primary key (model)
);
comment on table analytics.attribution_models is 'Attribution models. A model divides the value of an order among its touches.';
comment on column analytics.attribution_models.is_additive is 'Whether the shares of an order add up to 1. With participation they do not.';
insert into analytics.attribution_models (model, position, label, rule, is_additive) values
  ('first_touch', 1, 'First touch', 'Gives all credit to the first touch.', true),
  ('last_touch', 2, 'Last touch', 'Gives all credit to the last touch.', true),
  ('last_non_direct', 3, 'Last non-direct touch', 'Gives all credit to the last touch that is not direct, or to the last touch if all are direct.', true),
  ('linear', 4, 'Linear', 'Gives equal credit to each touch.', true),
  ('linear_unique', 5, 'Linear by channel', 'Gives equal credit to each channel of the path: the exact Shapley value of the channels.', true),
  ('position', 6, 'Position', 'Gives 40 % to the first touch, 40 % to the last touch, and the rest to the touches between them.', true),
  ('time_decay', 7, 'Time decay', 'Halves the credit of a touch for each half-life between the touch and the order.', true),
  ('markov', 8, 'Markov', 'Credits each channel by its removal effect in a first-order Markov chain: the orders that would be lost without it.', true),
  ('participation', 9, 'Participation', 'Gives full credit to each channel of the path, so credits add up to more than the orders.', false);

create table analytics.attribution_settings (
  brand_id text not null,
  model text not null default 'position',
  click_days integer not null default 30,
  view_days integer not null default 1,
  half_life_hours integer not null default 168,
  first_share numeric not null default 0.4,
  last_share numeric not null default 0.4,
  accounting text not null default 'accrual',
  is_collapsed boolean not null default true,
  is_cut_at_orders boolean not null default false,
  direct_channels text[] not null default '{direct,(direct),none,(none),unknown}',
  version integer not null default 1,
  constraint attribution_settings_pkey primary key (brand_id),
  constraint attribution_settings_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint attribution_settings_model_fkey foreign key (model) references analytics.attribution_models on delete restrict,
  constraint attribution_settings_windows_check check (click_days between 1 and 365 and view_days between 0 and 365),
  constraint attribution_settings_half_life_check check (half_life_hours between 1 and 8760),
  constraint attribution_settings_shares_check check (first_share >= 0 and last_share >= 0 and first_share + last_share between 0.01 and 1),
  constraint attribution_settings_accounting_check check (accounting in ('accrual', 'cash'))
);
comment on table analytics.attribution_settings is 'Attribution settings of each brand. Change them with analytics.configure_attribution.';
comment on column analytics.attribution_settings.accounting is 'accrual counts a refund on the day of its order, cash on the day of the refund.';
comment on column analytics.attribution_settings.is_collapsed is 'Whether consecutive touches of one channel count as one, the last of them.';
comment on column analytics.attribution_settings.is_cut_at_orders is 'Whether an order ignores the touches before the person''s previous order.';

create table analytics.channels (
  brand_id text not null,
  key text not null,
  channel text not null,
  constraint channels_pkey primary key (brand_id, key),
  constraint channels_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
call platform.keep_plain('analytics.channels', 'channel');
comment on table analytics.channels is 'Channels of each brand, with one spelling each: that of the first import.';
comment on column analytics.channels.key is 'Normalized name that all spellings of a channel share: see analytics.channel_key.';

create table analytics.touchpoints (
  brand_id text not null,
  visitor_id text not null,
  touched_at timestamptz not null,
  kind text not null,
  channel text not null,
  touch_id text not null default '',
  person_id text not null,
  campaign text,
  ad text,
  creative text,
  reported_by text,
  constraint touchpoints_pkey primary key (brand_id, visitor_id, touched_at, kind, channel, touch_id),
  constraint touchpoints_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint touchpoints_kind_check check (kind in ('view', 'click'))
);
call platform.keep_plain('analytics.touchpoints', 'visitor_id', 'channel', 'touch_id', 'campaign', 'ad', 'creative');
create index touchpoints_person_idx on analytics.touchpoints (brand_id, person_id, touched_at) include (channel, kind, touch_id);
create index touchpoints_time_idx on analytics.touchpoints (brand_id, touched_at);
create index touchpoints_ga4_idx on analytics.touchpoints (brand_id, touch_id) where reported_by = 'ga4';
comment on table analytics.touchpoints is 'Touchpoints: views and clicks of a customer, with or without a later order.';
comment on column analytics.touchpoints.visitor_id is 'Id of the visitor in the source: a customer id, or device: and a device id.';
comment on column analytics.touchpoints.campaign is 'The platform''s id of the campaign, or its name if the source has no id. Null if unknown.';
comment on column analytics.touchpoints.ad is 'The platform''s id of the ad. Null if unknown.';
comment on column analytics.touchpoints.creative is 'The platform''s id of the creative that the ad showed. Null if unknown.';
comment on column analytics.touchpoints.reported_by is
  'ga4: not observed, but the origin that Google Analytics 4 attributes the order to. Null for an observed touch.';
comment on column analytics.touchpoints.person_id is 'One id for all visitor ids that are linked to each other: the first in sort order.';

create table analytics.orders (
  brand_id text not null,
  order_id text not null,
  visitor_id text not null,
  person_id text not null,
  ordered_at timestamptz not null,
  revenue_micros bigint not null,
  is_new_customer boolean,
  refunded_micros bigint not null default 0,
  refunded_at timestamptz,
  source_id text,
  changed_at timestamptz,
  file_order jsonb,
  constraint orders_pkey primary key (brand_id, order_id),
  constraint orders_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint orders_revenue_check check (revenue_micros >= 0),
  constraint orders_refund_check check (refunded_micros between 0 and revenue_micros and (refunded_micros = 0 or refunded_at >= ordered_at))
);
call platform.keep_plain('analytics.orders', 'order_id', 'visitor_id');
create index orders_time_idx on analytics.orders (brand_id, ordered_at);
create index orders_person_idx on analytics.orders (brand_id, person_id, ordered_at);
create index orders_unmarked_idx on analytics.orders (brand_id, ordered_at) where is_new_customer is null;
create index orders_refund_idx on analytics.orders (brand_id, refunded_at) where refunded_at is not null;
create index orders_source_idx on analytics.orders (brand_id, source_id, changed_at) where source_id is not null;
comment on table analytics.orders is 'Orders of the brand''s store. Amounts are in micros of the brand''s currency.';
comment on column analytics.orders.source_id is 'The connected shop that reported the order. Null for orders of files.';
comment on column analytics.orders.changed_at is 'When the order last changed in the connected shop.';
comment on column analytics.orders.file_order is
  'The order as a file reported it, while a connected shop reports the same id. It returns when the data of the shop is deleted. Null if no file did.';
comment on column analytics.orders.is_new_customer is 'Whether the order is the customer''s first. Null if the source does not report it.';

create table analytics.identity_links (
  brand_id text not null,
  visitor_id text not null,
  linked_id text not null,
  constraint identity_links_pkey primary key (brand_id, visitor_id, linked_id),
  constraint identity_links_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
call platform.keep_plain('analytics.identity_links', 'visitor_id', 'linked_id');
comment on table analytics.identity_links is 'Pairs of visitor ids that were seen together and therefore belong to one person.';

create table analytics.attribution_days (
  brand_id text not null,
  day date not null,
  orders bigint not null,
  value_micros bigint not null,
  conversions bigint not null,
  unattributed_value_micros bigint not null,
  unattributed_conversions bigint not null,
  touches bigint not null,
  is_markov_due boolean not null default true,
  computed_at timestamptz not null default platform.now(),
  constraint attribution_days_pkey primary key (brand_id, day),
  constraint attribution_days_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table analytics.attribution_days is 'Totals of the orders to attribute on each day of a brand, and their unattributed part.';
comment on column analytics.attribution_days.is_markov_due is 'Whether analytics.credit_markov has yet to compute the markov credits of the day.';
create index attribution_days_markov_due_idx on analytics.attribution_days (brand_id, day) where is_markov_due;

create table analytics.attribution_credits (
  brand_id text not null,
  model text not null,
  day date not null,
  channel text not null,
  value_micros double precision not null,
  conversions double precision not null,
  new_customers double precision not null,
  constraint attribution_credits_pkey primary key (brand_id, model, day, channel),
  constraint attribution_credits_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint attribution_credits_model_fkey foreign key (model) references analytics.attribution_models on delete cascade
);
comment on table analytics.attribution_credits is
  'Credits of each channel for the orders of a day, by model. Markov credits are computed every night, from the paths of the single day.';

create table analytics.attribution_ad_credits (
  brand_id text not null,
  model text not null,
  day date not null,
  channel text not null,
  campaign text not null default '',
  ad text not null default '',
  creative text not null default '',
  value_micros double precision not null,
  conversions double precision not null,
  new_customers double precision not null,
  weight double precision not null,
  constraint attribution_ad_credits_pkey primary key (brand_id, model, day, channel, campaign, ad, creative),
  constraint attribution_ad_credits_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint attribution_ad_credits_model_fkey foreign key (model) references analytics.attribution_models on delete cascade
);
comment on table analytics.attribution_ad_credits is
  'The credits of a channel on a day, divided among the campaigns, ads and creatives of its touches. An empty text means that the touches name '
  'none. The credits add up to analytics.attribution_credits. Participation is excluded, because it counts an order once for each channel.';
comment on column analytics.attribution_ad_credits.weight is 'Sum of the path shares, regardless of order value. Markov credits are divided by it.';

create table analytics.attribution_transitions (
  brand_id text not null,
  day date not null,
  from_channel text not null,
  to_channel text not null,
  paths double precision not null,
  value_micros double precision not null,
  new_customers double precision not null,
  constraint attribution_transitions_pkey primary key (brand_id, day, from_channel, to_channel),
  constraint attribution_transitions_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade
);
comment on table analytics.attribution_transitions is
  'Number of transitions between the steps of the paths that ended on a day: (start), channels, (order), (none). Input of the markov model.';
comment on column analytics.attribution_transitions.value_micros is 'Value of the orders, if to_channel is (order). Otherwise 0.';
