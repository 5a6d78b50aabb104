create function commerce.accept(negotiation commerce.negotiations, offer commerce.negotiation_offers, actor text, resolution text)
returns void
language plpgsql volatile
as $$
declare
  v_terms constant commerce.price_terms := commerce.price_terms(
    accept.negotiation.brand_id, accept.negotiation.product_id, accept.negotiation.bundle_id, accept.offer.quantity,
    accept.negotiation.list_price_micros, accept.negotiation.currency
  );
  v_hold_id text;
begin
  if accept.actor = 'merchant' then
    if v_terms is null or accept.offer.unit_price_micros < v_terms.floor_micros then
      perform platform.fail('BADRQ', 'the_policy_does_not_allow_this_price', 'action');
    end if;
  elsif v_terms is null
    or (v_terms.policy).policy_id <> accept.negotiation.policy_id
    or (v_terms.policy).version <> accept.offer.policy_version
    or accept.offer.unit_price_micros < v_terms.floor_micros then
    -- Any change of the policy ends the negotiation. Ending it only below a new floor would reveal the floor.
    perform commerce.end_changed_negotiation(accept.negotiation);
    return;
  end if;
  v_hold_id := commerce.hold_price(
    accept.negotiation.brand_id, accept.negotiation.product_id, accept.negotiation.bundle_id,
    row(
      accept.negotiation.title, accept.offer.unit_price_micros, false, accept.negotiation.currency, null, accept.negotiation.link,
      accept.negotiation.price_observed_at
    )::commerce.subject,
    accept.offer.quantity, 'negotiation', (v_terms.policy).hold_minutes, accept.negotiation.created_by, accept.negotiation.person_id,
    negotiation_id => accept.negotiation.negotiation_id,
    terms => case when accept.offer.type in ('free_shipping', 'add_on') then pg_catalog.jsonb_build_object('type', accept.offer.type) || accept.offer.terms
      else '{}' end
  );
  perform commerce.move('offer', accept.negotiation.brand_id, accept.offer.offer_id, 'accept', case accept.actor when 'policy' then 'policy' else 'service' end);
  update commerce.negotiations as held
  set resolution = accept.resolution, price_micros = accept.offer.unit_price_micros, quantity = accept.offer.quantity, hold_id = v_hold_id
  where held.brand_id = accept.negotiation.brand_id and held.negotiation_id = accept.negotiation.negotiation_id;
  perform commerce.move('negotiation', accept.negotiation.brand_id, accept.negotiation.negotiation_id, 'accept', accept.actor);
end
$$;
comment on function commerce.accept(commerce.negotiations, commerce.negotiation_offers, text, text) is
  'Accepts an offer and creates a price hold with the agreed terms. Refused below the floor and after a change of the policy.';

grant execute on function commerce.accept(commerce.negotiations, commerce.negotiation_offers, text, text) to vitrine_key, vitrine_simulated;
