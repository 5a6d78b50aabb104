create function commerce.end_exclusive_offer(brand_id text, offer_id text)
returns json
language plpgsql volatile
as $$
declare
  v_offer commerce.exclusive_offers;
begin
  perform commerce.require_live();
  update commerce.exclusive_offers as held
  set ends_at = greatest(held.starts_at, least(held.ends_at, platform.now()))
  where held.brand_id = end_exclusive_offer.brand_id and held.offer_id = end_exclusive_offer.offer_id
  returning held.* into v_offer;
  if not found then
    perform platform.fail('NTFND', 'names_no_published_offer_of_this_shop', 'offer_id');
  end if;
  return commerce.show_exclusive_offer(v_offer);
end
$$;
comment on function commerce.end_exclusive_offer(text, text) is 'DELETE /offers/{offer_id}: ends an exclusive offer. Price holds that use it stay valid. A repeated request returns the same response.';
grant execute on function commerce.end_exclusive_offer(text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.end_exclusive_offer', 'write:storefront', brand => 'shown', access => 'write');
