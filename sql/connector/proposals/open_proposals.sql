create function connector.open_proposals(brand_id text, platform text, campaign_id text)
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(held.proposal_id order by held.created_at, held.proposal_id), '{}')
  from connector.proposals as held
  where held.brand_id = open_proposals.brand_id and held.status = 'pending_approval' and held.expires_at > platform.now()
    and held.change ->> 'kind' = 'budget' and held.target ->> 'level' = 'campaign' and held.target ->> 'id' = open_proposals.campaign_id
    and open_proposals.platform in (pg_catalog.lower(held.target ->> 'platform'), analytics.imported_platform(held.target ->> 'platform'));
$$;
comment on function connector.open_proposals(text, text, text) is
  'Returns the ids of the proposals that wait and change the budget of a campaign, oldest first. An alias of the platform counts, such as Google Ads.';
grant execute on function connector.open_proposals(text, text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
