create view analytics.conversion_paths
with (security_invoker = true)
as
select
  touches.brand_id,
  touches.ordered_at,
  touches.order_id,
  pg_catalog.string_agg(touches.channel, ' > ' order by touches.position) as path,
  count(*) as touches,
  min(touches.touched_at) as first_touched_at
from analytics.conversion_touches as touches
group by touches.brand_id, touches.ordered_at, touches.order_id;
comment on view analytics.conversion_paths is
  'The path to each order as text, such as tiktok > meta > google. Orders without touches and paths without an order are absent, so that their number is no conversion rate.';
comment on column analytics.conversion_paths.brand_id is 'The brand.';
comment on column analytics.conversion_paths.ordered_at is 'Time of the order.';
comment on column analytics.conversion_paths.order_id is 'The store''s id of the order.';
comment on column analytics.conversion_paths.path is 'The channels from the first touch to the last, separated by >.';
comment on column analytics.conversion_paths.touches is 'Number of touches in the path.';
comment on column analytics.conversion_paths.first_touched_at is 'Time of the first touch of the path.';
grant select on analytics.conversion_paths to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.daily_attribution
with (security_invoker = true)
as
select
  credits.brand_id,
  credits.model,
  credits.day,
  credits.channel,
  (credits.value_micros / 1000000)::numeric as value,
  credits.conversions::numeric as conversions,
  credits.new_customers::numeric as new_customers,
  brands.currency
from analytics.attribution_credits as credits
join core.brands on brands.brand_id = credits.brand_id;
comment on view analytics.daily_attribution is
  'Credits of each channel for the orders of a day, under every model. analytics.daily_orders has the unattributed part. Markov credits use the '
  'paths of the single day. The nightly job computes them, so that days have none from an import until then (analytics.daily_orders.is_markov_due). '
  'They are absent if only shops and GA4 report journeys. For markov over any range, use analytics.channel_attribution.';
comment on column analytics.daily_attribution.brand_id is 'The brand.';
comment on column analytics.daily_attribution.model is
  'The attribution model. Select one at a time. Participation does not add up to the orders. markov can have fewer days than the others: compare it with '
  'another model only over days that are not analytics.daily_orders.is_markov_due.';
comment on column analytics.daily_attribution.day is 'The day of the order, or under cash accounting also of the refund, in the brand''s time zone.';
comment on column analytics.daily_attribution.channel is 'The channel, in the spelling of its first import.';
comment on column analytics.daily_attribution.value is 'Credited order value, less refunds, in units of currency. Not rounded: sums are exact.';
comment on column analytics.daily_attribution.conversions is 'Credited number of orders, less full refunds. Not rounded.';
comment on column analytics.daily_attribution.new_customers is 'Credited orders of new customers. Orders with an unknown status count as 0.';
comment on column analytics.daily_attribution.currency is 'The brand''s currency, an ISO 4217 code.';
grant select on analytics.daily_attribution to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.ad_keys
with (security_invoker = true)
as
select
  keys.brand_id, keys.level, keys.platform, keys.key,
  min(keys.external_id) as external_id, min(keys.name) as name, min(keys.entity_id) as entity_id
from (
  select entities.brand_id, entities.level, entities.platform, entities.external_id as key, entities.entity_id, entities.external_id, entities.name
  from analytics.entities
  where entities.level in ('campaign', 'ad')
  union
  select entities.brand_id, entities.level, entities.platform, entities.name, entities.entity_id, entities.external_id, entities.name
  from analytics.entities
  where entities.level in ('campaign', 'ad')
) as keys
group by keys.brand_id, keys.level, keys.platform, keys.key
having count(distinct keys.entity_id) = 1;
comment on view analytics.ad_keys is
  'The names and ids by which touches name a campaign or ad. A key matches only if it is unique on the platform.';
comment on column analytics.ad_keys.brand_id is 'The brand.';
comment on column analytics.ad_keys.level is 'campaign or ad.';
comment on column analytics.ad_keys.platform is 'The ad platform.';
comment on column analytics.ad_keys.key is 'The id or the name of the campaign or ad.';
comment on column analytics.ad_keys.external_id is 'The platform''s id of the campaign or ad.';
comment on column analytics.ad_keys.name is 'The name in the ad reports. Null if not reported.';
comment on column analytics.ad_keys.entity_id is 'The internal id, as in analytics.facts_daily.';
grant select on analytics.ad_keys to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.daily_ad_attribution
with (security_invoker = true)
as
-- The platform of a channel is looked up once, not in each row.
with channels as materialized (
  select known.brand_id, known.channel, analytics.platform_of_channel(known.brand_id, known.channel) as platform
  from analytics.channels as known
  group by known.brand_id, known.channel
)
select
  credits.brand_id,
  credits.model,
  credits.day,
  credits.channel,
  nullif(credits.campaign, '') as campaign,
  nullif(credits.ad, '') as ad,
  nullif(credits.creative, '') as creative,
  channels.platform,
  campaigns.external_id as campaign_id,
  campaigns.name as campaign_name,
  ads.external_id as ad_id,
  ads.name as ad_name,
  (credits.value_micros / 1000000)::numeric as value,
  credits.conversions::numeric as conversions,
  credits.new_customers::numeric as new_customers,
  brands.currency
from analytics.attribution_ad_credits as credits
join core.brands on brands.brand_id = credits.brand_id
left join channels on channels.brand_id = credits.brand_id and channels.channel = credits.channel
left join analytics.ad_keys as campaigns
  on campaigns.brand_id = credits.brand_id
  and campaigns.level = 'campaign'
  and campaigns.platform = channels.platform
  and campaigns.key = credits.campaign
left join analytics.ad_keys as ads
  on ads.brand_id = credits.brand_id
  and ads.level = 'ad'
  and ads.platform = channels.platform
  and ads.key = credits.ad;
comment on view analytics.daily_ad_attribution is
  'The credits of analytics.daily_attribution, divided among the campaigns, ads and creatives of the touches. Null means that the touches name '
  'none. Group by the columns you need. Consecutive touches of one channel count as one unless the brand counts each. The first of them gets the '
  'opening credit of first_touch and position, the last gets the rest. Markov credits of a channel are divided like linear credits. They have no '
  'campaign if no order of the day has a touch of the channel. Participation is excluded.';
comment on column analytics.daily_ad_attribution.brand_id is 'The brand.';
comment on column analytics.daily_ad_attribution.model is
  'The attribution model. Select one at a time. markov has no credits of days that are analytics.daily_orders.is_markov_due.';
comment on column analytics.daily_ad_attribution.day is
  'The day of the order, or under cash accounting also of the refund, in the brand''s time zone.';
comment on column analytics.daily_ad_attribution.channel is 'The channel, in the spelling of its first import.';
comment on column analytics.daily_ad_attribution.campaign is 'The id or name of the campaign in the touches. Null if not reported.';
comment on column analytics.daily_ad_attribution.ad is 'The id or name of the ad in the touches. Null if not reported.';
comment on column analytics.daily_ad_attribution.creative is 'The id of the creative in the touches. Null if not reported.';
comment on column analytics.daily_ad_attribution.platform is 'The ad platform of the channel. Null for channels without ad spend.';
comment on column analytics.daily_ad_attribution.campaign_id is 'The platform''s id of the campaign. Null if not found or not unique.';
comment on column analytics.daily_ad_attribution.campaign_name is 'The name of the campaign in the ad reports.';
comment on column analytics.daily_ad_attribution.ad_id is 'The platform''s id of the ad. Null if not found or not unique.';
comment on column analytics.daily_ad_attribution.ad_name is 'The name of the ad in the ad reports.';
comment on column analytics.daily_ad_attribution.value is 'Credited order value, less refunds, in units of currency. Not rounded: sums are exact.';
comment on column analytics.daily_ad_attribution.conversions is 'Credited number of orders, less full refunds. Not rounded.';
comment on column analytics.daily_ad_attribution.new_customers is 'Credited orders of new customers. Orders with an unknown status count as 0.';
comment on column analytics.daily_ad_attribution.currency is 'The brand''s currency, an ISO 4217 code.';
grant select on analytics.daily_ad_attribution to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.daily_orders
with (security_invoker = true)
as
select
  days.brand_id,
  days.day,
  days.value_micros / 1000000.0 as value,
  days.conversions,
  days.unattributed_value_micros / 1000000.0 as unattributed_value,
  days.unattributed_conversions,
  brands.currency,
  days.is_markov_due
from analytics.attribution_days as days
join core.brands on brands.brand_id = days.brand_id;
comment on view analytics.daily_orders is
  'Totals of the orders of a day. The credits of a model in analytics.daily_attribution and the unattributed part add up to them to the cent.';
comment on column analytics.daily_orders.brand_id is 'The brand.';
comment on column analytics.daily_orders.day is 'The day in the time zone of the brand.';
comment on column analytics.daily_orders.value is 'Value of the orders, less refunds, in units of currency.';
comment on column analytics.daily_orders.conversions is 'Number of orders, less fully refunded orders.';
comment on column analytics.daily_orders.unattributed_value is 'Value of the orders without touches, less refunds, in units of currency.';
comment on column analytics.daily_orders.unattributed_conversions is 'Number of orders without touches, less fully refunded orders.';
comment on column analytics.daily_orders.currency is 'The brand''s currency, an ISO 4217 code.';
comment on column analytics.daily_orders.is_markov_due is
  'Whether the markov credits of the day are still to be computed. The nightly job computes them. Always true if only shops and GA4 report journeys.';
grant select on analytics.daily_orders to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function analytics.channel_attribution(brand_id text, date_from date, date_to date)
returns table (model text, channel text, value numeric, conversions numeric, new_customers numeric)
language plpgsql stable
as $$
declare
  v_lacks_lost_journeys boolean;
begin
  perform core.data_brand_id(channel_attribution.brand_id);
  perform analytics.check_range(channel_attribution.date_from, channel_attribution.date_to, 'day');
  v_lacks_lost_journeys := analytics.lacks_lost_journeys(channel_attribution.brand_id);
  return query
  select models.model, credits.channel, (credits.value_micros / 1000000)::numeric, credits.conversions::numeric, credits.new_customers::numeric
  from analytics.attribution_models as models
  cross join lateral analytics.channel_credits(channel_attribution.brand_id, models.model, channel_attribution.date_from, channel_attribution.date_to) as credits
  where models.model <> 'markov' or not v_lacks_lost_journeys
  order by models.position, credits.value_micros desc, credits.channel;
end
$$;
comment on function analytics.channel_attribution(text, date, date) is
  'Returns the credits of each channel for the orders of a range under every model, as GET /v1/attribution does for one model. The markov chain '
  'covers the whole range, and is absent if only shops and GA4 report journeys. Values are in units of currency, not rounded. Raises NTFND for a brand that an analyst may not read, and BADRQ for a range '
  'that is incomplete, reversed or too long.';
grant execute on function analytics.channel_attribution(text, date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
