create function connector.propose_changes(brand_id text, changes jsonb, rationale text, confirm boolean default false, base_url text default '')
returns json
language plpgsql volatile
as $$
declare
  v_changes_max constant integer := 25;
  v_brand_id constant text := core.data_brand_id(propose_changes.brand_id);
  v_change record;
  v_waiting jsonb;
  v_proposals json;
begin
  if pg_catalog.jsonb_array_length(propose_changes.changes) not between 1 and v_changes_max then
    perform platform.fail('BADRQ', 'must_have_some_changes', 'changes', pg_catalog.json_build_object('changes_max', v_changes_max));
  end if;
  for v_change in
    select
      given.value -> 'target' as target, given.value -> 'change' as change, pg_catalog.format('changes[%s].', given.position - 1) as place,
      exists (
        select
        from pg_catalog.jsonb_array_elements(propose_changes.changes) with ordinality as earlier (value, position)
        where earlier.position < given.position and earlier.value #>> '{change,kind}' = given.value #>> '{change,kind}'
          and connector.is_same_target(earlier.value -> 'target', given.value -> 'target')
      ) as is_repeated
    from pg_catalog.jsonb_array_elements(propose_changes.changes) with ordinality as given (value, position)
    order by given.position
  loop
    if v_change.is_repeated then
      perform platform.fail('BADRQ', 'is_a_repeated_change', pg_catalog.rtrim(v_change.place, '.'));
    end if;
    perform connector.check_proposed(v_brand_id, v_change.target, v_change.change, propose_changes.confirm, v_change.place);
  end loop;
  -- The same order in each transaction prevents deadlocks.
  perform connector.lock_target(v_brand_id, sorted.target)
  from (
    select given.value -> 'target' as target
    from pg_catalog.jsonb_array_elements(propose_changes.changes) as given
    order by given.value #>> '{target,level}', given.value #>> '{target,id}'
    offset 0
  ) as sorted;
  select
    pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object(
        'name', coalesce(connector.target_name(v_brand_id, given.value -> 'target'), given.value #>> '{target,id}'),
        'proposal_id', held.proposal_id
      )
      order by given.position
    )
  into v_waiting
  from pg_catalog.jsonb_array_elements(propose_changes.changes) with ordinality as given (value, position)
  cross join lateral (
    select connector.waiting_proposal(v_brand_id, given.value -> 'target', given.value -> 'change') as proposal_id
  ) as held
  where held.proposal_id is not null;
  if v_waiting is not null then
    perform platform.fail('BADRQ', 'some_changes_are_proposed_already', given => pg_catalog.json_build_object('waiting', v_waiting));
  end if;
  -- All of them wait, or none: a repeated request is refused, and needs no idempotency key of its caller.
  with given as materialized (
    select
      change.value -> 'target' as target, change.value -> 'change' as change, change.position, platform.new_id('bat') as idempotency_key,
      array(select pg_catalog.jsonb_array_elements_text(coalesce(change.value -> 'evidence', '[]'))) as evidence
    from pg_catalog.jsonb_array_elements(propose_changes.changes) with ordinality as change (value, position)
  ),
  made as (
    insert into connector.proposals as held (brand_id, target, change, rationale, evidence, idempotency_key, request_hash, created_by, person_id)
    select
      v_brand_id, given.target, given.change, propose_changes.rationale, given.evidence, given.idempotency_key,
      pg_catalog.sha256(
        pg_catalog.convert_to(
          pg_catalog.jsonb_build_array(v_brand_id, given.target, given.change, propose_changes.rationale, given.evidence)::text, 'UTF8'
        )
      ),
      connector.proposer(), core.scope_person_id()
    from given
    returning held as proposal, held.idempotency_key
  )
  select pg_catalog.json_agg(
    connector.proposal_result(made.proposal, propose_changes.brand_id, propose_changes.base_url) order by given.position
  )
  into v_proposals
  from made
  join given on given.idempotency_key = made.idempotency_key;
  return pg_catalog.json_build_object('brand_id', propose_changes.brand_id, 'proposals', v_proposals);
end
$$;
comment on function connector.propose_changes(text, jsonb, text, boolean, text) is
  'POST /v1/proposals: submits up to 25 changes for approval, each as a proposal of its own: all of them, or none. An element of changes has target, change and evidence, as '
  'connector.propose_change takes them, with the same limits. Raises BADRQ for an invalid or repeated change and for changes that already wait for a decision, '
  'and NTFND for an unknown target.';
grant execute on function connector.propose_changes(text, jsonb, text, boolean, text) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('connector.propose_changes', 'write:proposals', access => 'write', role => 'analyst', served_by => '{analytics,console}');
