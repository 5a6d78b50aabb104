create function commerce.close_dispute(
  brand_id text,
  dispute_id text,
  action text,
  "transaction" text default 'completed',
  version integer default null
)
returns json
language plpgsql volatile
as $$
declare
  v_dispute constant commerce.disputes := commerce.find_dispute(close_dispute.brand_id, close_dispute.dispute_id);
begin
  perform commerce.require_agent(v_dispute.created_by);
  if close_dispute.action = 'withdraw' and close_dispute."transaction" <> 'completed' then
    perform platform.fail('BADRQ', 'a_withdrawal_keeps_the_order', 'transaction');
  end if;
  perform commerce.move('dispute', v_dispute.brand_id, v_dispute.dispute_id, close_dispute.action, 'agent', close_dispute.version);
  if close_dispute.action = 'withdraw' then
    perform commerce.forget_signals(v_dispute.brand_id, v_dispute.transaction_id);
  end if;
  if close_dispute."transaction" = 'canceled' then
    update commerce.transactions as held
    set cancellation_reason = 'dispute_resolved'
    where held.brand_id = v_dispute.brand_id and held.transaction_id = v_dispute.transaction_id;
    perform commerce.move('transaction', v_dispute.brand_id, v_dispute.transaction_id, 'cancel', 'service');
    perform commerce.return_offers(v_dispute.brand_id, v_dispute.transaction_id);
  else
    perform commerce.complete_transaction(
      v_dispute.brand_id, v_dispute.transaction_id, case close_dispute.action when 'withdraw' then 'dispute_withdrawn' else 'dispute_resolved' end
    );
  end if;
  return commerce.show_dispute(close_dispute.brand_id, close_dispute.dispute_id);
end
$$;
comment on function commerce.close_dispute(text, text, text, text, integer) is
  'POST /disputes/{dispute_id}/close: the agent that opened the dispute reports its result and the result for the order.';
grant execute on function commerce.close_dispute(text, text, text, text, integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.close_dispute', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
