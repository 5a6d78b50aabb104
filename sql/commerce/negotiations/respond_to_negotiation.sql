create function commerce.respond_to_negotiation(
  brand_id text,
  negotiation_id text,
  action text,
  offer jsonb default null,
  message text default null,
  version integer default null
)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(respond_to_negotiation.brand_id, respond_to_negotiation.negotiation_id);
  v_offer commerce.negotiation_offers;
  v_terms commerce.price_terms;
begin
  perform commerce.require_version(v_negotiation.version, respond_to_negotiation.version);
  perform platform.fail_for(array[
    case
      when respond_to_negotiation.action = 'counter' then case
        when respond_to_negotiation.offer is null then platform.fault('is_required_to_counter', 'offer')
      end
      when respond_to_negotiation.offer is not null then platform.fault('is_only_for_action_counter', 'offer')
    end,
    case
      when respond_to_negotiation.action <> 'counter' and respond_to_negotiation.message is not null
        then platform.fault('is_only_for_action_counter', 'message')
    end
  ]);
  perform commerce.require_merchant(v_negotiation.created_by, v_negotiation.person_id);
  perform commerce.require_action(
    'negotiation', v_negotiation.status, respond_to_negotiation.action, commerce.negotiation_actions(v_negotiation, respond_to_negotiation.brand_id)
  );
  select held.* into strict v_offer
  from commerce.negotiation_offers as held
  where held.brand_id = v_negotiation.brand_id and held.offer_id = v_negotiation.current_offer_id;
  v_terms := commerce.price_terms(
    v_negotiation.brand_id, v_negotiation.product_id, v_negotiation.bundle_id, v_offer.quantity, v_negotiation.list_price_micros, v_negotiation.currency
  );
  case respond_to_negotiation.action
    when 'accept' then perform commerce.accept(v_negotiation, v_offer, 'merchant', 'accepted_by_merchant');
    when 'decline' then perform commerce.end_negotiation(v_negotiation, 'decline', 'merchant', 'declined_by_merchant');
    else
      if v_terms is null then
        perform platform.fail('BADRQ', 'the_pricing_policy_is_gone', 'action');
      end if;
      v_offer := commerce.record_offer(v_negotiation, 'merchant', respond_to_negotiation.offer, respond_to_negotiation.message, v_terms.policy, v_offer.quantity);
      if v_offer.unit_price_micros < v_terms.floor_micros then
        perform platform.fail('BADRQ', 'the_policy_does_not_allow_this_price', 'offer.amount');
      end if;
      perform commerce.move('negotiation', v_negotiation.brand_id, v_negotiation.negotiation_id, 'counter', 'merchant');
  end case;
  return commerce.show_negotiation(respond_to_negotiation.brand_id, respond_to_negotiation.negotiation_id);
end
$$;
comment on function commerce.respond_to_negotiation(text, text, text, jsonb, text, integer) is
  'POST /negotiations/{negotiation_id}/respond: a person or key of the shop accepts, counters or declines, never below the floor of the policy.';
grant execute on function commerce.respond_to_negotiation(text, text, text, jsonb, text, integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.respond_to_negotiation', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true, served_by => '{commerce,console}', acts_for_shop => true);
