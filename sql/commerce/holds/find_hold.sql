create function commerce.find_hold(brand_id text, hold_id text, is_read boolean default false)
returns commerce.price_holds
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_hold.brand_id);
  v_hold commerce.price_holds;
begin
  perform commerce.settle('price_hold', v_brand_id, find_hold.hold_id, find_hold.is_read);
  select held.* into v_hold from commerce.price_holds as held where held.brand_id = v_brand_id and held.hold_id = find_hold.hold_id;
  if not found then
    perform platform.fail('NTFND', 'names_no_hold_of_yours', 'hold_id');
  end if;
  return v_hold;
end
$$;
comment on function commerce.find_hold(text, text, boolean) is 'The present state of a price hold, after expirations that are due. Raises NTFND for an unknown one and for one that the caller may not see.';

grant execute on function commerce.find_hold(text, text, boolean) to vitrine_key, vitrine_simulated;
