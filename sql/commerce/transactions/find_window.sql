create function commerce.find_window(brand_id text, transaction_id text, wanted text)
returns commerce.confirmation_windows
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(find_window.brand_id, find_window.transaction_id);
  v_window commerce.confirmation_windows;
begin
  perform commerce.require_agent(v_transaction.created_by);
  select held.* into v_window
  from commerce.confirmation_windows as held
  where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
  if v_window.status is null or v_window.status = 'none' then
    perform platform.fail('NOWIN', 'has_no_open_confirmation_window', 'transaction_id');
  elsif v_window.status not in ('open', find_window.wanted) then
    perform platform.fail('WNCLS', 'the_confirmation_window_is_closed', 'transaction_id', pg_catalog.json_build_object('status', v_window.status));
  end if;
  return v_window;
end
$$;
comment on function commerce.find_window(text, text, text) is
  'Returns the confirmation window of the agent''s order, if it is open or was closed by the requested action. Raises NOWIN if there is none, WNCLS '
  'if it was closed otherwise.';

grant execute on function commerce.find_window(text, text, text) to vitrine_key, vitrine_simulated;
