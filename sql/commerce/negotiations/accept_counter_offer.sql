create function commerce.accept_counter_offer(brand_id text, negotiation_id text, version integer default null)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(accept_counter_offer.brand_id, accept_counter_offer.negotiation_id);
  v_offer commerce.negotiation_offers;
begin
  perform commerce.require_agent(v_negotiation.created_by);
  perform commerce.require_version(v_negotiation.version, accept_counter_offer.version);
  perform commerce.require_action(
    'negotiation', v_negotiation.status, 'accept', commerce.negotiation_actions(v_negotiation, accept_counter_offer.brand_id)
  );
  select held.* into strict v_offer
  from commerce.negotiation_offers as held
  where held.brand_id = v_negotiation.brand_id and held.offer_id = v_negotiation.current_offer_id;
  perform commerce.accept(v_negotiation, v_offer, 'agent', 'accepted_by_agent');
  return commerce.show_negotiation(accept_counter_offer.brand_id, accept_counter_offer.negotiation_id);
end
$$;
comment on function commerce.accept_counter_offer(text, text, integer) is 'POST /negotiations/{negotiation_id}/accept: the agent accepts the counter-offer, which creates a price hold.';
grant execute on function commerce.accept_counter_offer(text, text, integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.accept_counter_offer', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
