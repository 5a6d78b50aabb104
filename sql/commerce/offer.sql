create function commerce.offer_price_micros(negotiation commerce.negotiations, offer jsonb)
returns bigint
language plpgsql stable
as $$
declare
  v_type constant text := coalesce(offer_price_micros.offer ->> 'type', 'unit_price');
begin
  if offer_price_micros.offer ? 'quantity_min' and v_type <> 'quantity_break' then
    perform platform.fail('BADRQ', 'offer.quantity_min: goes with an offer of type quantity_break only.');
  elsif offer_price_micros.offer ? 'currency' and offer_price_micros.offer ->> 'currency' <> offer_price_micros.negotiation.currency then
    perform platform.fail('BADRQ', pg_catalog.format('offer.currency: must be %s, as the price is.', offer_price_micros.negotiation.currency));
  end if;
  if v_type in ('unit_price', 'quantity_break', 'bundle', 'add_on')
    and pg_catalog.num_nulls(offer_price_micros.offer ->> 'amount', offer_price_micros.offer ->> 'currency') > 0 then
    perform platform.fail('BADRQ', pg_catalog.format('offer.amount: required with its currency for an offer of type %s.', v_type));
  end if;
  case v_type
    when 'percent_off' then
      if offer_price_micros.offer ->> 'percent' is null then
        perform platform.fail('BADRQ', 'offer.percent: required for an offer of type percent_off.');
      end if;
      return commerce.round_up(
        offer_price_micros.negotiation.list_price_micros * (100 - (offer_price_micros.offer ->> 'percent')::numeric) / 100,
        (select (10 ^ (6 - currencies.exponent))::bigint from core.currencies where currencies.currency = offer_price_micros.negotiation.currency)
      );
    when 'quantity_break' then
      if coalesce((offer_price_micros.offer ->> 'quantity_min')::integer, 0) < offer_price_micros.negotiation.quantity then
        perform platform.fail('BADRQ', 'offer.quantity_min: must be the quantity of the negotiation or more.');
      end if;
    when 'bundle' then
      if offer_price_micros.offer ->> 'bundle_id' is distinct from offer_price_micros.negotiation.bundle_id then
        perform platform.fail('BADRQ', 'offer.bundle_id: must be the bundle that is negotiated.');
      end if;
    when 'add_on' then
      perform commerce.find_subject(offer_price_micros.negotiation.brand_id, coalesce(offer_price_micros.offer ->> 'add_on_product_id', ''), null);
      perform commerce.micros((offer_price_micros.offer ->> 'amount')::numeric, offer_price_micros.offer ->> 'currency', 'offer');
      return offer_price_micros.negotiation.list_price_micros;
    when 'free_shipping' then return offer_price_micros.negotiation.list_price_micros;
    else null;
  end case;
  return commerce.micros((offer_price_micros.offer ->> 'amount')::numeric, offer_price_micros.offer ->> 'currency', 'offer');
end
$$;
comment on function commerce.offer_price_micros(commerce.negotiations, jsonb) is 'What an offer comes to a unit; BADRQ where it lacks what its type needs.';

create function commerce.record_offer(
  negotiation commerce.negotiations, party text, offer jsonb, message text, policy commerce.pricing_policies, quantity integer
)
returns commerce.negotiation_offers
language plpgsql volatile
as $$
declare
  v_price_micros constant bigint := commerce.offer_price_micros(record_offer.negotiation, record_offer.offer);
  v_type constant text := coalesce(record_offer.offer ->> 'type', 'unit_price');
  v_has_price constant boolean := v_type not in ('free_shipping', 'add_on');
  v_last commerce.negotiation_offers;
  v_offer commerce.negotiation_offers;
begin
  select held.* into v_last
  from commerce.negotiation_offers as held
  where held.brand_id = record_offer.negotiation.brand_id and held.negotiation_id = record_offer.negotiation.negotiation_id
    and (held.party = 'agent') = (record_offer.party = 'agent')
    and held.type not in ('free_shipping', 'add_on')
  order by held.position desc
  limit 1;
  if record_offer.party = 'agent' and v_has_price then
    if v_price_micros >= record_offer.negotiation.list_price_micros then
      perform platform.fail('BADRQ', 'offer.amount: must be below the list price. At the list price there is nothing to negotiate.');
    elsif v_price_micros <= v_last.unit_price_micros then
      perform platform.fail('BADRQ', 'offer.amount: must be above the offer before.');
    end if;
  elsif record_offer.party = 'merchant' and v_has_price and v_price_micros > coalesce(v_last.unit_price_micros, record_offer.negotiation.list_price_micros) then
    perform platform.fail('BADRQ', 'offer.amount: must not be above the counter-offer before, nor above the list price.');
  end if;
  if v_price_micros <= 0 then
    perform platform.fail('BADRQ', 'offer.amount: must be above 0.');
  end if;
  if record_offer.negotiation.current_offer_id is not null then
    perform commerce.move('offer', record_offer.negotiation.brand_id, record_offer.negotiation.current_offer_id, 'counter', 'service');
  end if;
  insert into commerce.negotiation_offers as held (
    brand_id, negotiation_id, position, party, type, terms, quantity, unit_price_micros, currency, policy_version, message, created_by, expires_at
  )
  values (
    record_offer.negotiation.brand_id, record_offer.negotiation.negotiation_id,
    (
      select count(*) + 1
      from commerce.negotiation_offers as earlier
      where earlier.brand_id = record_offer.negotiation.brand_id and earlier.negotiation_id = record_offer.negotiation.negotiation_id
    ),
    record_offer.party, v_type, record_offer.offer - 'type',
    coalesce((record_offer.offer ->> 'quantity_min')::integer, record_offer.quantity), v_price_micros,
    record_offer.negotiation.currency, record_offer.policy.version, record_offer.message, record_offer.negotiation.created_by,
    commerce.minutes_from_now(record_offer.policy.answer_minutes)
  )
  returning held.* into v_offer;
  perform commerce.move('offer', v_offer.brand_id, v_offer.offer_id, 'make', 'service');
  update commerce.negotiations as held
  set current_offer_id = v_offer.offer_id, expires_at = v_offer.expires_at
  where held.brand_id = v_offer.brand_id and held.negotiation_id = v_offer.negotiation_id;
  return v_offer;
end
$$;
comment on function commerce.record_offer(commerce.negotiations, text, jsonb, text, commerce.pricing_policies, integer) is
  'The next offer of a negotiation, for so many unless it names its own number, in place of the one before. An agent''s rise from offer to offer, a shop''s fall.';

create function commerce.answer_offer(brand_id text, negotiation_id text)
returns void
language plpgsql volatile
as $$
declare
  v_negotiation commerce.negotiations;
  v_offer commerce.negotiation_offers;
  v_terms commerce.price_terms;
  v_counter_micros bigint;
begin
  select held.* into strict v_negotiation
  from commerce.negotiations as held
  where held.brand_id = answer_offer.brand_id and held.negotiation_id = answer_offer.negotiation_id;
  select held.* into strict v_offer
  from commerce.negotiation_offers as held
  where held.brand_id = answer_offer.brand_id and held.offer_id = v_negotiation.current_offer_id;
  v_terms := commerce.price_terms(v_negotiation.brand_id, v_negotiation.product_id, v_offer.quantity, v_negotiation.list_price_micros, v_negotiation.currency);
  if v_terms is null or (v_terms.policy).policy_id <> v_negotiation.policy_id then
    perform commerce.end_negotiation(v_negotiation, 'reject', 'policy', 'policy_changed');
    return;
  end if;
  v_counter_micros := commerce.counter_price_micros(v_terms, v_negotiation.round);
  if (v_terms.policy).answered_by = 'merchant' then
    v_counter_micros := null;
  end if;
  if v_offer.type in ('free_shipping', 'add_on') then
    if v_counter_micros is not null then
      perform platform.fail('BADRQ', 'offer.type: this shop answers by rule, and takes unit_price, percent_off, quantity_break or bundle.');
    end if;
  elsif v_offer.unit_price_micros >= least(v_terms.accept_micros, v_counter_micros) then
    perform commerce.accept(v_negotiation, v_offer, 'policy', 'auto_accepted');
    return;
  elsif v_offer.unit_price_micros < v_terms.decline_micros then
    perform commerce.end_negotiation(v_negotiation, 'reject', 'policy', 'auto_declined');
    return;
  end if;
  if v_counter_micros is not null then
    perform commerce.record_offer(
      v_negotiation, 'policy',
      pg_catalog.jsonb_build_object('type', 'unit_price', 'amount', v_counter_micros / 1000000.0, 'currency', v_negotiation.currency), null,
      v_terms.policy, v_offer.quantity
    );
    perform commerce.move('negotiation', answer_offer.brand_id, answer_offer.negotiation_id, 'counter', 'policy');
  end if;
end
$$;
comment on function commerce.answer_offer(text, text) is
  'What the policy makes of the agent''s offer: takes it, ends the negotiation, counters, or leaves it to a person. The same offers find the same answers.';

create function commerce.accept(negotiation commerce.negotiations, offer commerce.negotiation_offers, actor text, resolution text)
returns void
language plpgsql volatile
as $$
declare
  v_terms constant commerce.price_terms := commerce.price_terms(
    accept.negotiation.brand_id, accept.negotiation.product_id, accept.offer.quantity, accept.negotiation.list_price_micros, accept.negotiation.currency
  );
  v_hold_id text;
begin
  if accept.actor = 'merchant' then
    if v_terms is null or accept.offer.unit_price_micros < v_terms.floor_micros then
      perform platform.fail('BADRQ', 'action: the pricing policy of this product does not allow that price. Counter, or change the policy.');
    end if;
  elsif v_terms is null
    or (v_terms.policy).policy_id <> accept.negotiation.policy_id
    or (v_terms.policy).version <> accept.offer.policy_version
    or accept.offer.unit_price_micros < v_terms.floor_micros then
    -- Whatever changed: to end what a newer floor forbids, and nothing else, would tell where it is.
    perform commerce.end_negotiation(accept.negotiation, 'reject', 'policy', 'policy_changed');
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
  'An offer becomes an agreement, and its price is held with what else was agreed on; not below the floor, nor by a policy that is no more.';

create function commerce.end_negotiation(negotiation commerce.negotiations, action text, actor text, resolution text)
returns void
language plpgsql volatile
as $$
begin
  update commerce.negotiations as held
  set resolution = end_negotiation.resolution
  where held.brand_id = end_negotiation.negotiation.brand_id and held.negotiation_id = end_negotiation.negotiation.negotiation_id;
  perform commerce.move(
    'negotiation', end_negotiation.negotiation.brand_id, end_negotiation.negotiation.negotiation_id, end_negotiation.action, end_negotiation.actor
  );
  perform commerce.move(
    'offer', end_negotiation.negotiation.brand_id,
    (
      select held.current_offer_id
      from commerce.negotiations as held
      where held.brand_id = end_negotiation.negotiation.brand_id and held.negotiation_id = end_negotiation.negotiation.negotiation_id
    ),
    case when end_negotiation.action = 'withdraw' then 'retract' else 'decline' end,
    case when end_negotiation.resolution = 'auto_declined' then 'policy' else 'service' end
  );
end
$$;
comment on function commerce.end_negotiation(commerce.negotiations, text, text, text) is 'A negotiation that comes to nothing, and its last offer with it.';
