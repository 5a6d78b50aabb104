create function commerce.confirm_transaction(brand_id text, transaction_id text, note text default null, base_url text default '')
returns json
language plpgsql volatile
as $$
declare
  v_window constant commerce.confirmation_windows := commerce.find_window(confirm_transaction.brand_id, confirm_transaction.transaction_id, 'confirmed');
begin
  if v_window.status = 'open' then
    update commerce.confirmation_windows as held
    set acted_at = platform.now(), note = confirm_transaction.note
    where held.brand_id = v_window.brand_id and held.transaction_id = v_window.transaction_id;
    perform commerce.move('confirmation_window', v_window.brand_id, v_window.transaction_id, 'confirm', 'agent');
    perform commerce.complete_transaction(v_window.brand_id, v_window.transaction_id, 'confirmed');
  elsif v_window.note is distinct from coalesce(platform.plain(confirm_transaction.note), v_window.note) then
    perform platform.fail('WNCLS', 'is_confirmed_with_another_note', 'note');
  end if;
  return commerce.show_transaction(confirm_transaction.brand_id, confirm_transaction.transaction_id, confirm_transaction.base_url);
end
$$;
comment on function commerce.confirm_transaction(text, text, text, text) is
  'POST /transactions/{transaction_id}/confirmation-window/confirm: the buyer confirms that the order has arrived. A repeated request, '
  'with the same note or none, returns the same response. Raises WNCLS for another note.';
grant execute on function commerce.confirm_transaction(text, text, text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.confirm_transaction', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
