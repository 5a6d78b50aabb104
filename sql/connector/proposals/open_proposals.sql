create function connector.campaign_budget_proposals(brand_id text, platform text, campaign_id text)
returns setof connector.proposals
language sql stable
as $$
  select held.*
  from connector.proposals as held
  where held.brand_id = campaign_budget_proposals.brand_id and held.change ->> 'kind' = 'budget'
    and connector.is_same_target(
      held.target,
      pg_catalog.jsonb_build_object(
        'level', 'campaign', 'platform', campaign_budget_proposals.platform, 'id', campaign_budget_proposals.campaign_id
      )
    );
$$;
comment on function connector.campaign_budget_proposals(text, text, text) is 'Returns the proposals that change the budget of a campaign, in any state.';

create function connector.open_proposals(brand_id text, platform text, campaign_id text)
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(held.proposal_id order by held.created_at, held.proposal_id), '{}')
  from connector.campaign_budget_proposals(open_proposals.brand_id, open_proposals.platform, open_proposals.campaign_id) as held
  where held.status = 'pending_approval' and held.expires_at > platform.now();
$$;
comment on function connector.open_proposals(text, text, text) is
  'Returns the ids of the proposals that wait and change the budget of a campaign, oldest first.';

create function connector.approved_proposal(brand_id text, platform text, campaign_id text, daily_budget numeric)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'id', latest.proposal_id, 'from', latest.change -> 'from', 'to', latest.change -> 'to', 'decided_at', platform.utc(latest.decided_at)
  )
  from (
    select held.*
    from connector.campaign_budget_proposals(approved_proposal.brand_id, approved_proposal.platform, approved_proposal.campaign_id) as held
    where held.status = 'approved'
    order by held.decided_at desc, held.proposal_id
    limit 1
  ) as latest
  where latest.change -> 'from' = pg_catalog.to_jsonb(approved_proposal.daily_budget);
$$;
comment on function connector.approved_proposal(text, text, text, numeric) is
  'Returns the latest approved proposal that changes the budget of a campaign, if it changes the budget that the platform reported last. Otherwise null: the change '
  'was made, or the budget is another one.';
grant execute on function
  connector.campaign_budget_proposals(text, text, text),
  connector.open_proposals(text, text, text),
  connector.approved_proposal(text, text, text, numeric)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
