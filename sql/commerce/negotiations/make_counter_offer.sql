create function commerce.make_counter_offer(brand_id text, negotiation_id text, offer jsonb, message text default null, version integer default null)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation commerce.negotiations := commerce.find_negotiation(make_counter_offer.brand_id, make_counter_offer.negotiation_id);
  v_policy commerce.pricing_policies;
begin
  perform commerce.require_agent(v_negotiation.created_by);
  perform commerce.require_version(v_negotiation.version, make_counter_offer.version);
  perform commerce.require_action(
    'negotiation', v_negotiation.status, 'counter', commerce.negotiation_actions(v_negotiation, make_counter_offer.brand_id)
  );
  update commerce.negotiations as held
  set round = held.round + 1
  where held.brand_id = v_negotiation.brand_id and held.negotiation_id = v_negotiation.negotiation_id
  returning held.* into v_negotiation;
  select policies.* into v_policy
  from commerce.pricing_policies as policies
  where policies.brand_id = v_negotiation.brand_id and policies.policy_id = v_negotiation.policy_id;
  perform commerce.record_offer(v_negotiation, 'agent', make_counter_offer.offer, make_counter_offer.message, v_policy, v_negotiation.quantity);
  perform commerce.move('negotiation', v_negotiation.brand_id, v_negotiation.negotiation_id, 'counter', 'agent');
  perform commerce.answer_offer(v_negotiation.brand_id, v_negotiation.negotiation_id);
  return commerce.show_negotiation(make_counter_offer.brand_id, make_counter_offer.negotiation_id);
end
$$;
comment on function commerce.make_counter_offer(text, text, jsonb, text, integer) is
  'POST /negotiations/{negotiation_id}/offers: the agent''s next offer, which must be higher than the previous one. Refused after the last round.';
grant execute on function commerce.make_counter_offer(text, text, jsonb, text, integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.make_counter_offer', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
