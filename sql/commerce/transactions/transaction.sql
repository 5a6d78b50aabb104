create function commerce.transaction(brand_id text, transaction_id text, base_url text default '')
returns json
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(transaction.brand_id, transaction.transaction_id, is_read => true);
begin
  return commerce.show_transaction(transaction.brand_id, v_transaction.transaction_id, transaction.base_url);
end
$$;
comment on function commerce.transaction(text, text, text) is 'GET /transactions/{transaction_id}: the present state of an order.';
grant execute on function commerce.transaction(text, text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.transaction', 'write:negotiation', brand => 'shown', access => 'write');
