create function commerce.find_transaction(brand_id text, transaction_id text, is_read boolean default false)
returns commerce.transactions
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_transaction.brand_id);
  v_transaction commerce.transactions;
begin
  perform commerce.settle('transaction', v_brand_id, find_transaction.transaction_id, find_transaction.is_read);
  perform commerce.settle('confirmation_window', v_brand_id, find_transaction.transaction_id, find_transaction.is_read);
  perform commerce.settle('dispute', v_brand_id, disputes.dispute_id, find_transaction.is_read)
  from commerce.disputes
  where disputes.brand_id = v_brand_id and disputes.transaction_id = find_transaction.transaction_id;
  select held.* into v_transaction
  from commerce.transactions as held
  where held.brand_id = v_brand_id and held.transaction_id = find_transaction.transaction_id;
  if not found then
    perform platform.fail('NTFND', 'names_no_order_of_yours', 'transaction_id');
  end if;
  return v_transaction;
end
$$;
comment on function commerce.find_transaction(text, text, boolean) is 'The present state of a transaction, after expirations that are due. Raises NTFND for an unknown one and for one that the caller may not see.';

grant execute on function commerce.find_transaction(text, text, boolean) to vitrine_key, vitrine_simulated;
