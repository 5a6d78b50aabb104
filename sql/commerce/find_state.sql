create function commerce.find_state(machine text, brand_id text, id text)
returns table (status text, version integer, created_by text, expires_at timestamptz)
language plpgsql stable
as $$
begin
  case find_state.machine
    when 'negotiation' then
      return query
      select held.status, held.version, held.created_by, held.expires_at
      from commerce.negotiations as held
      where held.brand_id = find_state.brand_id and held.negotiation_id = find_state.id;
    when 'offer' then
      return query
      select held.status, held.version, held.created_by, held.expires_at
      from commerce.negotiation_offers as held
      where held.brand_id = find_state.brand_id and held.offer_id = find_state.id;
    when 'price_hold' then
      return query
      select held.status, held.version, held.created_by, held.expires_at
      from commerce.price_holds as held
      where held.brand_id = find_state.brand_id and held.hold_id = find_state.id;
    when 'transaction' then
      return query
      select held.status, held.version, held.created_by, held.expires_at
      from commerce.transactions as held
      where held.brand_id = find_state.brand_id and held.transaction_id = find_state.id;
    when 'confirmation_window' then
      return query
      select held.status, held.version, held.created_by, held.expires_at
      from commerce.confirmation_windows as held
      where held.brand_id = find_state.brand_id and held.transaction_id = find_state.id;
    when 'dispute' then
      return query
      select held.status, held.version, held.created_by, held.expires_at
      from commerce.disputes as held
      where held.brand_id = find_state.brand_id and held.dispute_id = find_state.id;
  end case;
end
$$;
comment on function commerce.find_state(text, text, text) is
  'Returns the present state of one row of a machine, its version, the credential that created it, and its expiry. Returns no row for an unknown '
  'id.';

grant execute on function commerce.find_state(text, text, text) to vitrine_key, vitrine_simulated, vitrine_worker;
