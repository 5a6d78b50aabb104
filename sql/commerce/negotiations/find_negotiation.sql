create function commerce.find_negotiation(brand_id text, negotiation_id text, is_read boolean default false)
returns commerce.negotiations
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_negotiation.brand_id);
  v_negotiation commerce.negotiations;
begin
  perform commerce.settle('negotiation', v_brand_id, find_negotiation.negotiation_id, find_negotiation.is_read);
  select held.* into v_negotiation
  from commerce.negotiations as held
  where held.brand_id = v_brand_id and held.negotiation_id = find_negotiation.negotiation_id;
  if not found then
    perform platform.fail('NTFND', 'names_no_negotiation_of_yours', 'negotiation_id');
  elsif v_negotiation.status = 'accepted' then
    perform commerce.settle('price_hold', v_brand_id, v_negotiation.hold_id, find_negotiation.is_read);
    select held.* into v_negotiation
    from commerce.negotiations as held
    where held.brand_id = v_brand_id and held.negotiation_id = find_negotiation.negotiation_id;
  end if;
  return v_negotiation;
end
$$;
comment on function commerce.find_negotiation(text, text, boolean) is 'The present state of a negotiation, after expirations that are due. Raises NTFND for an unknown one and for one that the caller may not see.';

grant execute on function commerce.find_negotiation(text, text, boolean) to vitrine_key, vitrine_simulated;
