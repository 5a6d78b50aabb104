create function connector.proposal_result(proposal connector.proposals, brand_id text, base_url text)
returns json
language sql stable
return pg_catalog.json_build_object(
  'brand_id', proposal_result.brand_id,
  'proposal_id', (proposal_result.proposal).proposal_id,
  'status', case
    when (proposal_result.proposal).status = 'pending_approval' and (proposal_result.proposal).expires_at <= platform.now() then 'expired'
    else (proposal_result.proposal).status
  end,
  'target', (proposal_result.proposal).target,
  'change', (proposal_result.proposal).change,
  'approval_url', coalesce(proposal_result.base_url, '') || '/console/proposals/' || (proposal_result.proposal).proposal_id,
  'created_at', platform.utc((proposal_result.proposal).created_at),
  'expires_at', platform.utc((proposal_result.proposal).expires_at),
  'meta', pg_catalog.json_build_object('data_as_of', platform.utc((proposal_result.proposal).created_at))
);
comment on function connector.proposal_result(connector.proposals, text, text) is
  'Returns a proposal to the credential that created it. A proposal without a decision in time has the status expired.';

create function connector.proposer()
returns text
language sql stable
return coalesce(core.scope_credential_id(), core.scope_person_id()::text);
comment on function connector.proposer() is 'Returns the key or app that makes a proposal, or the person who makes it in the console.';

create function connector.propose_change(
  brand_id text,
  target jsonb,
  change jsonb,
  rationale text,
  idempotency_key text,
  evidence text[] default '{}',
  base_url text default '',
  confirm boolean default false
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(propose_change.brand_id);
  v_request_hash constant bytea := pg_catalog.sha256(
    pg_catalog.convert_to(
      pg_catalog.jsonb_build_array(
        propose_change.brand_id, propose_change.target, propose_change.change, propose_change.rationale, propose_change.evidence
      )::text,
      'UTF8'
    )
  );
  v_proposer constant text := connector.proposer();
  v_waiting text;
  v_proposal connector.proposals;
begin
  -- Concurrent requests with one idempotency key wait for each other, also for different brands.
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(pg_catalog.concat_ws('/', 'connector.propose', v_proposer, propose_change.idempotency_key), 0)
  );
  select held.* into v_proposal
  from connector.proposals as held
  where held.created_by = v_proposer and held.idempotency_key = propose_change.idempotency_key;
  if not found then
    perform connector.check_proposed(v_brand_id, propose_change.target, propose_change.change, propose_change.confirm);
    perform connector.lock_target(v_brand_id, propose_change.target);
    v_waiting := connector.waiting_proposal(v_brand_id, propose_change.target, propose_change.change);
    if v_waiting is not null then
      perform platform.fail('BADRQ', 'is_proposed_already', 'change.to', pg_catalog.json_build_object('proposal_id', v_waiting));
    end if;
    insert into connector.proposals as held (brand_id, target, change, rationale, evidence, idempotency_key, request_hash, created_by, person_id)
    values (
      v_brand_id, propose_change.target, propose_change.change, propose_change.rationale, propose_change.evidence, propose_change.idempotency_key,
      v_request_hash, v_proposer, core.scope_person_id()
    )
    returning held.* into v_proposal;
  elsif v_proposal.request_hash <> v_request_hash then
    perform platform.fail('CNFLT', 'is_of_another_proposal', 'idempotency_key');
  end if;
  return connector.proposal_result(v_proposal, propose_change.brand_id, propose_change.base_url);
end
$$;
comment on function connector.propose_change(text, jsonb, jsonb, text, text, text[], text, boolean) is
  'propose_change: submits a suggested change for approval. It approves nothing and changes nothing on any platform. The same idempotency_key and '
  'request return the same proposal with its current status. Another request with the key raises CNFLT. Raises BADRQ for an invalid change and for one that already waits for a decision, and NTFND '
  'for an unknown target.';
grant execute on function
  connector.proposal_result(connector.proposals, text, text),
  connector.proposer(),
  connector.propose_change(text, jsonb, jsonb, text, text, text[], text, boolean)
to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('connector.propose_change', 'write:proposals', access => 'write', role => 'analyst', served_by => '{mcp}');
