create function console.other_proposals(proposal connector.proposals)
returns jsonb
language sql stable
as $$
  select coalesce(
    pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('id', held.proposal_id, 'status', held.status, 'change', held.change, 'decided_at', platform.utc(held.decided_at))
      order by held.created_at, held.proposal_id
    ), '[]'
  )
  from connector.proposals as held
  where (other_proposals.proposal).status = 'pending_approval' and (other_proposals.proposal).expires_at > platform.now()
    and held.brand_id = (other_proposals.proposal).brand_id and held.proposal_id <> (other_proposals.proposal).proposal_id
    and connector.is_same_target(held.target, (other_proposals.proposal).target)
    and held.change ->> 'kind' = (other_proposals.proposal).change ->> 'kind'
    and (
      held.status = 'pending_approval' and held.expires_at > platform.now()
      or held.status = 'approved' and held.decided_at > (other_proposals.proposal).created_at
    );
$$;
comment on function console.other_proposals(connector.proposals) is
  'Returns the other proposals of the same kind for the target of one that waits: those that wait too, and those that were approved after it was made, so that the value '
  'that it changes is not the present one. None for a decided or expired proposal.';
grant execute on function console.other_proposals(connector.proposals) to vitrine_person;

create function console.proposals(brand_id text, status text default null, page integer default 1)
returns jsonb
language sql stable
as $$
  with found as (
    select
      held as proposal, held.*,
      case when held.status = 'pending_approval' and held.expires_at <= platform.now() then 'expired' else held.status end as shown_status,
      used.name as key_name,
      used.display as key_display
    from connector.proposals as held
    left join core.api_keys as used on used.key_id = held.created_by
    where held.brand_id = proposals.brand_id
  ),
  kept as (
    select found.* from found where proposals.status is null or found.shown_status = proposals.status
  ),
  shown as (
    select kept.* from kept order by kept.created_at desc, kept.proposal_id limit 25 offset (proposals.page - 1) * 25
  )
  select pg_catalog.jsonb_build_object(
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'id', shown.proposal_id, 'status', shown.shown_status, 'target', shown.target, 'target_name', connector.target_name(proposals.brand_id, shown.target),
            'is_target_known', connector.target_platform(proposals.brand_id, shown.target) is not null,
            'change', shown.change, 'rationale', shown.rationale, 'evidence', shown.evidence,
            'proposed_by', pg_catalog.jsonb_build_object(
              'in_console', coalesce(shown.created_by = shown.person_id::text, false),
              'person', console.person_name(shown.person_id), 'app', console.app_name(shown.created_by, shown.person_id),
              'key', shown.key_name, 'key_display', shown.key_display
            ),
            'decided_by', console.person_name(shown.decided_by), 'decided_at', platform.utc(shown.decided_at), 'note', shown.note,
            'others', console.other_proposals(shown.proposal),
            'created_at', platform.utc(shown.created_at), 'expires_at', platform.utc(shown.expires_at)
          )
          order by shown.created_at desc, shown.proposal_id
        )
        from shown
      ), '[]'
    ),
    'page', proposals.page,
    'pages', greatest(1, pg_catalog.ceil((select count(*) from kept) / 25.0))
  );
$$;
comment on function console.proposals(text, text, integer) is
  'Returns the proposals of agents and members for a brand, newest first, 25 per page. A proposal without a decision in time has the status expired.';
grant execute on function console.proposals(text, text, integer) to vitrine_person;
call core.register_operation('console.proposals', 'console');
