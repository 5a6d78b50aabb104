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
  creatives.external_id as creative_id
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
comment on view analytics.entity_paths is 'Every ad account, campaign, ad set and ad with the platform''s ids and the names of all that it belongs to.';
grant select on analytics.entity_paths to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.daily_performance
with (security_invoker = true)
as
select
  facts_daily.brand_id,
  facts_daily.day,
  entity_paths.platform,
  entity_paths.account_name,
  entity_paths.campaign_name,
  entity_paths.adset_name,
  entity_paths.ad_name,
  facts_daily.spend_micros / 1000000.0 as spend,
  facts_daily.revenue_micros / 1000000.0 as revenue,
  facts_daily.impressions,
  facts_daily.clicks,
  facts_daily.conversions_micros / 1000000.0 as conversions,
  facts_daily.purchases_micros / 1000000.0 as purchases,
  facts_daily.revenue_micros::numeric / nullif(facts_daily.spend_micros, 0) as roas,
  facts_daily.spend_micros::numeric / nullif(facts_daily.conversions_micros, 0) as cpa
from analytics.facts_daily
join analytics.entity_paths
  on entity_paths.brand_id = facts_daily.brand_id
  and entity_paths.entity_id = facts_daily.entity_id;
comment on view analytics.daily_performance is
  'What each ad did on each day, with names and in whole units of the brand''s currency. Add up spend and revenue, never roas or cpa.';
grant select on analytics.daily_performance to vitrine_key, vitrine_person, vitrine_analyst, vitrine_simulated, vitrine_worker;
