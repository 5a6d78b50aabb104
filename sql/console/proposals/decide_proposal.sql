create function console.decide_proposal(brand_id text, proposal_id text, decision text, note text default null)
returns jsonb
language plpgsql volatile
as $$
declare
  v_proposal connector.proposals;
begin
  update connector.proposals as held
  set
    status = case decide_proposal.decision when 'approve' then 'approved' else 'rejected' end,
    decided_by = core.scope_person_id(), decided_at = platform.now(), note = decide_proposal.note
  where held.brand_id = decide_proposal.brand_id and held.proposal_id = decide_proposal.proposal_id
    and held.status = 'pending_approval' and held.expires_at > platform.now()
  returning held.* into v_proposal;
  if not found then
    select held.* into v_proposal
    from connector.proposals as held
    where held.brand_id = decide_proposal.brand_id and held.proposal_id = decide_proposal.proposal_id;
    if not found then
      perform platform.fail('NTFND', 'there_is_no_such_proposal');
    end if;
    perform commerce.refuse_move(
      'proposal', case v_proposal.status when 'pending_approval' then 'expired' else v_proposal.status end, decide_proposal.decision, '{}'
    );
  elsif v_proposal.status = 'approved' and connector.target_platform(decide_proposal.brand_id, v_proposal.target) is null then
    perform platform.fail('NMOVE', 'target_is_gone', given => pg_catalog.json_build_object('level', v_proposal.target ->> 'level'));
  end if;
  return pg_catalog.jsonb_build_object('id', v_proposal.proposal_id, 'status', v_proposal.status);
end
$$;
comment on function console.decide_proposal(text, text, text, text) is
  'Approves or rejects a proposal on behalf of an admin. Records the decision and changes nothing on any platform. Raises NMOVE for a '
  'decided or expired proposal, and for the approval of one whose target is not in the reports any more, and NTFND for an unknown one.';
grant execute on function console.decide_proposal(text, text, text, text), commerce.refuse_move(text, text, text, text[]) to vitrine_person;
call core.register_operation('console.decide_proposal', 'console', access => 'write');
