create view analytics.entity_paths
with (security_invoker = true)
as
select
  entities.brand_id,
  entities.entity_id,
  entities.level,
  entities.platform,
  accounts.external_id as account_id,
  accounts.name as account_name,
  campaigns.external_id as campaign_id,
  campaigns.name as campaign_name,
  campaigns.status as campaign_status,
  adsets.external_id as adset_id,
  adsets.name as adset_name,
  case when entities.level = 'ad' then entities.external_id end as ad_id,
  case when entities.level = 'ad' then entities.name end as ad_name,
  creatives.external_id as creative_id,
  accounts.currency as account_currency
from analytics.entities
left join analytics.entities as accounts
  on accounts.brand_id = entities.brand_id
  and accounts.entity_id = coalesce(entities.account_entity_id, entities.entity_id)
left join analytics.entities as campaigns
  on campaigns.brand_id = entities.brand_id
  and campaigns.entity_id = case when entities.level = 'campaign' then entities.entity_id else entities.campaign_entity_id end
left join analytics.entities as adsets
  on adsets.brand_id = entities.brand_id
  and adsets.entity_id = case when entities.level = 'adset' then entities.entity_id else entities.adset_entity_id end
left join analytics.creatives
  on creatives.brand_id = entities.brand_id
  and creatives.creative_id = entities.creative_id;
comment on view analytics.entity_paths is 'Every ad account, campaign, ad set and ad, with the platform''s ids and names of its parents.';
comment on column analytics.entity_paths.brand_id is 'The brand.';
comment on column analytics.entity_paths.entity_id is 'The internal id of the ad account, campaign, ad set or ad, as in analytics.facts_daily.';
comment on column analytics.entity_paths.level is 'account, campaign, adset or ad.';
comment on column analytics.entity_paths.platform is 'The ad platform, such as google or meta.';
comment on column analytics.entity_paths.account_id is 'The platform''s id of the ad account.';
comment on column analytics.entity_paths.account_name is 'The name of the ad account as last reported. Null if not reported.';
comment on column analytics.entity_paths.account_currency is 'The billing currency of the ad account. Null if not reported: the brand''s currency.';
comment on column analytics.entity_paths.campaign_id is 'The platform''s id of the campaign. Null for accounts.';
comment on column analytics.entity_paths.campaign_name is 'The name of the campaign as last reported.';
comment on column analytics.entity_paths.campaign_status is 'The platform''s status of the campaign, as last reported.';
comment on column analytics.entity_paths.adset_id is 'The platform''s id of the ad set. Null for accounts and campaigns.';
comment on column analytics.entity_paths.adset_name is 'The name of the ad set as last reported.';
comment on column analytics.entity_paths.ad_id is 'The platform''s id of the ad. Null for all other levels.';
comment on column analytics.entity_paths.ad_name is 'The name of the ad as last reported.';
comment on column analytics.entity_paths.creative_id is 'The platform''s id of the creative that the ad shows. Null if not reported.';
grant select on analytics.entity_paths to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.daily_performance
with (security_invoker = true)
as
select
  facts_daily.brand_id,
  facts_daily.day,
  entity_paths.platform,
  entity_paths.account_id,
  entity_paths.account_name,
  entity_paths.campaign_id,
  entity_paths.campaign_name,
  entity_paths.adset_id,
  entity_paths.adset_name,
  entity_paths.ad_id,
  entity_paths.ad_name,
  entity_paths.creative_id,
  facts_daily.spend_micros / 1000000.0 as spend,
  facts_daily.revenue_micros / 1000000.0 as revenue,
  facts_daily.impressions,
  facts_daily.clicks,
  facts_daily.conversions_micros / 1000000.0 as conversions,
  facts_daily.purchases_micros / 1000000.0 as purchases,
  facts_daily.revenue_micros::numeric / nullif(facts_daily.spend_micros, 0) as roas,
  facts_daily.spend_micros::numeric / nullif(facts_daily.conversions_micros, 0) as cpa,
  brands.currency,
  case when entity_paths.account_currency <> brands.currency then facts_daily.reported_spend_micros else facts_daily.spend_micros end / 1000000.0
    as reported_spend,
  case when entity_paths.account_currency <> brands.currency then facts_daily.reported_revenue_micros else facts_daily.revenue_micros end / 1000000.0
    as reported_revenue,
  coalesce(entity_paths.account_currency, brands.currency) as reported_currency
from analytics.facts_daily
join core.brands on brands.brand_id = facts_daily.brand_id
join analytics.entity_paths
  on entity_paths.brand_id = facts_daily.brand_id
  and entity_paths.entity_id = facts_daily.entity_id;
comment on view analytics.daily_performance is
  'Measures of each ad on each day, with ids, names and money in units of currency. If a report has only campaigns or accounts, the columns of '
  'lower levels are null. Add up spend and revenue, never roas or cpa. A ratio of sums leaves out rows in which one of them is null, as the API does: '
  'sum(revenue) filter (where spend is not null) / nullif(sum(spend) filter (where revenue is not null), 0).';
comment on column analytics.daily_performance.brand_id is 'The brand.';
comment on column analytics.daily_performance.day is 'The day in the brand''s time zone for hourly reports, in the account''s for daily ones.';
comment on column analytics.daily_performance.platform is 'The ad platform, such as google or meta.';
comment on column analytics.daily_performance.account_id is 'The platform''s id of the ad account.';
comment on column analytics.daily_performance.account_name is 'The name of the ad account as last reported.';
comment on column analytics.daily_performance.campaign_id is 'The platform''s id of the campaign. Null if only accounts are reported.';
comment on column analytics.daily_performance.campaign_name is 'The name of the campaign as last reported. Names change: join by campaign_id.';
comment on column analytics.daily_performance.adset_id is 'The platform''s id of the ad set. Null if only higher levels are reported.';
comment on column analytics.daily_performance.adset_name is 'The name of the ad set as last reported.';
comment on column analytics.daily_performance.ad_id is 'The platform''s id of the ad. Null if only higher levels are reported.';
comment on column analytics.daily_performance.ad_name is 'The name of the ad as last reported.';
comment on column analytics.daily_performance.creative_id is 'The platform''s id of the creative that the ad shows. Null if not reported.';
comment on column analytics.daily_performance.spend is 'Spend in units of currency. Null if not reported.';
comment on column analytics.daily_performance.revenue is 'Revenue that the platform claims, in units of currency. Null if not reported.';
comment on column analytics.daily_performance.impressions is 'Number of times that the ad was shown. Null if not reported.';
comment on column analytics.daily_performance.clicks is 'Clicks as the platform counts them. Null if not reported.';
comment on column analytics.daily_performance.conversions is 'Conversions that the platform claims, with fractions. Null if not reported.';
comment on column analytics.daily_performance.purchases is 'Purchases that the platform claims. Null if not reported.';
comment on column analytics.daily_performance.roas is 'Revenue divided by spend. Null if spend is 0 or either is not reported.';
comment on column analytics.daily_performance.cpa is 'Spend divided by conversions, in units of currency. Null if there are none or either is null.';
comment on column analytics.daily_performance.currency is 'The brand''s currency, an ISO 4217 code. Other currencies were converted on import.';
comment on column analytics.daily_performance.reported_spend is 'Spend as reported, in units of reported_currency. Null if not reported.';
comment on column analytics.daily_performance.reported_revenue is 'Revenue as reported, in units of reported_currency. Null if not reported.';
comment on column analytics.daily_performance.reported_currency is 'The currency of the ad account, an ISO 4217 code.';
grant select on analytics.daily_performance to vitrine_key, vitrine_person, vitrine_analyst, vitrine_simulated, vitrine_worker;
