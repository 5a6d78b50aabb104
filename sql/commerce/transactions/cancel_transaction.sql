create function commerce.cancel_transaction(brand_id text, transaction_id text, reason text, version integer default null, base_url text default '')
returns json
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(cancel_transaction.brand_id, cancel_transaction.transaction_id);
begin
  perform commerce.require_agent(v_transaction.created_by);
  update commerce.transactions as held
  set cancellation_reason = cancel_transaction.reason
  where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
  perform commerce.move('transaction', v_transaction.brand_id, v_transaction.transaction_id, 'cancel', 'agent', cancel_transaction.version);
  perform commerce.return_offers(v_transaction.brand_id, v_transaction.transaction_id);
  return commerce.show_transaction(cancel_transaction.brand_id, cancel_transaction.transaction_id, cancel_transaction.base_url);
end
$$;
comment on function commerce.cancel_transaction(text, text, text, integer, text) is
  'POST /transactions/{transaction_id}/cancel: the agent cancels an order. The buyer and the merchant settle refunds themselves.';
grant execute on function commerce.cancel_transaction(text, text, text, integer, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.cancel_transaction', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
