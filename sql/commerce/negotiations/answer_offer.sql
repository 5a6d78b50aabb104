create function commerce.answer_offer(brand_id text, negotiation_id text)
returns void
language plpgsql volatile
as $$
declare
  v_negotiation commerce.negotiations;
  v_offer commerce.negotiation_offers;
  v_terms commerce.price_terms;
  v_answer text;
begin
  select held.* into strict v_negotiation
  from commerce.negotiations as held
  where held.brand_id = answer_offer.brand_id and held.negotiation_id = answer_offer.negotiation_id;
  select held.* into strict v_offer
  from commerce.negotiation_offers as held
  where held.brand_id = answer_offer.brand_id and held.offer_id = v_negotiation.current_offer_id;
  v_terms := commerce.price_terms(
    v_negotiation.brand_id, v_negotiation.product_id, v_negotiation.bundle_id, v_offer.quantity, v_negotiation.list_price_micros, v_negotiation.currency
  );
  if v_terms is null or (v_terms.policy).policy_id <> v_negotiation.policy_id then
    perform commerce.end_changed_negotiation(v_negotiation);
    return;
  end if;
  if v_offer.type in ('free_shipping', 'add_on') then
    if (v_terms.policy).answered_by = 'policy' then
      perform platform.fail('BADRQ', 'is_not_answered_by_rule', 'offer.type');
    end if;
    return;
  end if;
  v_answer := commerce.policy_answer(v_terms, v_negotiation.round, v_offer.unit_price_micros);
  if v_answer = 'accept' then
    perform commerce.accept(v_negotiation, v_offer, 'policy', 'auto_accepted');
  elsif v_answer = 'decline' then
    perform commerce.end_negotiation(v_negotiation, 'reject', 'policy', 'auto_declined');
  elsif v_answer = 'counter' then
    perform commerce.record_offer(
      v_negotiation, 'policy',
      pg_catalog.jsonb_build_object('type', 'unit_price', 'amount', commerce.counter_price_micros(v_terms, v_negotiation.round) / 1000000.0, 'currency', v_negotiation.currency), null,
      v_terms.policy, v_offer.quantity
    );
    perform commerce.move('negotiation', answer_offer.brand_id, answer_offer.negotiation_id, 'counter', 'policy');
  end if;
end
$$;
comment on function commerce.answer_offer(text, text) is
  'The response of the pricing policy to an agent''s offer: accept, reject, counter, or leave it to a person. The same offers get the same responses.';

grant execute on function commerce.answer_offer(text, text) to vitrine_key, vitrine_simulated;
