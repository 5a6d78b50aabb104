create function commerce.find_dispute(brand_id text, dispute_id text, is_read boolean default false)
returns commerce.disputes
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_dispute.brand_id);
  v_dispute commerce.disputes;
begin
  perform commerce.settle('dispute', v_brand_id, find_dispute.dispute_id, find_dispute.is_read);
  select held.* into v_dispute from commerce.disputes as held where held.brand_id = v_brand_id and held.dispute_id = find_dispute.dispute_id;
  if not found then
    perform platform.fail('NTFND', 'names_no_dispute_of_yours', 'dispute_id');
  end if;
  return v_dispute;
end
$$;
comment on function commerce.find_dispute(text, text, boolean) is 'The present state of a dispute, after expirations that are due. Raises NTFND for an unknown one and for one that the caller may not see.';

grant execute on function commerce.find_dispute(text, text, boolean) to vitrine_key, vitrine_simulated;
