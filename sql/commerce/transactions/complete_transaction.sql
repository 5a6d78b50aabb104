create function commerce.complete_transaction(brand_id text, transaction_id text, reason text)
returns void
language plpgsql volatile
as $$
declare
  v_is_of_shop boolean;
begin
  update commerce.transactions as held
  set completion_reason = complete_transaction.reason
  where held.brand_id = complete_transaction.brand_id and held.transaction_id = complete_transaction.transaction_id
  returning held.is_of_shop into v_is_of_shop;
  perform commerce.move(
    'transaction', complete_transaction.brand_id, complete_transaction.transaction_id,
    case when complete_transaction.reason = 'confirmed' then 'confirm' else 'complete' end,
    case when complete_transaction.reason = 'confirmed' then 'agent' else 'service' end
  );
  -- Orders of the shop's own keys and resolved disputes are no trust signals.
  if not v_is_of_shop and complete_transaction.reason in ('fulfilled', 'confirmed', 'window_lapsed') then
    perform commerce.record_signal(complete_transaction.brand_id, complete_transaction.transaction_id, 'fulfillment', 1, null);
    perform commerce.record_signal(complete_transaction.brand_id, complete_transaction.transaction_id, 'disputes', 1, null);
  end if;
end
$$;
comment on function commerce.complete_transaction(text, text, text) is 'Completes an order, and records trust signals for the shop.';

grant execute on function commerce.complete_transaction(text, text, text) to vitrine_key, vitrine_simulated, vitrine_worker;
