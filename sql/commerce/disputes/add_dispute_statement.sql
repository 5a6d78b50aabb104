create function commerce.add_dispute_statement(brand_id text, dispute_id text, statement text, evidence_urls text[] default '{}', version integer default null)
returns json
language plpgsql volatile
as $$
declare
  v_dispute constant commerce.disputes := commerce.find_dispute(add_dispute_statement.brand_id, add_dispute_statement.dispute_id);
  v_party constant text := case when v_dispute.created_by = core.scope_credential_id() then 'agent' else 'merchant' end;
  v_position integer;
begin
  if v_party = 'merchant' then
    perform commerce.require_merchant(v_dispute.created_by, commerce.buyer_of(v_dispute));
  end if;
  select count(*) + 1 into v_position
  from commerce.dispute_statements as said
  where said.brand_id = v_dispute.brand_id and said.dispute_id = v_dispute.dispute_id;
  if v_position > 100 then
    perform platform.fail('BADRQ', 'exceeds_the_limit_of_a_dispute', 'statement', pg_catalog.json_build_object('statements_max', 100));
  end if;
  insert into commerce.dispute_statements (brand_id, dispute_id, position, party, statement, evidence_urls, created_by)
  values (
    v_dispute.brand_id, v_dispute.dispute_id, v_position, v_party, add_dispute_statement.statement, add_dispute_statement.evidence_urls, v_dispute.created_by
  );
  update commerce.disputes as held
  set expires_at = platform.now() + interval '30 days'
  where held.brand_id = v_dispute.brand_id and held.dispute_id = v_dispute.dispute_id;
  perform commerce.move('dispute', v_dispute.brand_id, v_dispute.dispute_id, 'state', v_party, add_dispute_statement.version);
  perform commerce.record_signal(v_dispute.brand_id, v_dispute.dispute_id, 'responsiveness', 1, null)
  from commerce.transactions
  where v_party = 'merchant' and transactions.brand_id = v_dispute.brand_id and transactions.transaction_id = v_dispute.transaction_id
    and not transactions.is_of_shop;
  return commerce.show_dispute(add_dispute_statement.brand_id, add_dispute_statement.dispute_id);
end
$$;
comment on function commerce.add_dispute_statement(text, text, text, text[], integer) is 'POST /disputes/{dispute_id}/statements: adds a statement of either side.';
grant execute on function commerce.add_dispute_statement(text, text, text, text[], integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.add_dispute_statement', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true, served_by => '{commerce,console}', acts_for_shop => true);
