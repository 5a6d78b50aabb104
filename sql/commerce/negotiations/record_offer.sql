create function commerce.offer_price_micros(negotiation commerce.negotiations, offer jsonb)
returns bigint
language plpgsql stable
as $$
declare
  v_type constant text := coalesce(offer_price_micros.offer ->> 'type', 'unit_price');
begin
  if offer_price_micros.offer ? 'quantity_min' and v_type <> 'quantity_break' then
    perform platform.fail('BADRQ', 'is_only_for_type_quantity_break', 'offer.quantity_min');
  elsif offer_price_micros.offer ? 'currency' and offer_price_micros.offer ->> 'currency' <> offer_price_micros.negotiation.currency then
    perform platform.fail(
      'BADRQ', 'must_be_the_currency_of_the_price', 'offer.currency',
      pg_catalog.json_build_object('currency', offer_price_micros.negotiation.currency)
    );
  end if;
  if v_type in ('unit_price', 'quantity_break', 'bundle', 'add_on')
    and pg_catalog.num_nulls(offer_price_micros.offer ->> 'amount', offer_price_micros.offer ->> 'currency') > 0 then
    perform platform.fail('BADRQ', 'is_required_with_its_currency', 'offer.amount', pg_catalog.json_build_object('type', v_type));
  end if;
  case v_type
    when 'percent_off' then
      if offer_price_micros.offer ->> 'percent' is null then
        perform platform.fail('BADRQ', 'is_required_for_type_percent_off', 'offer.percent');
      end if;
      return commerce.round_up(
        offer_price_micros.negotiation.list_price_micros * (100 - (offer_price_micros.offer ->> 'percent')::numeric) / 100,
        (select (10 ^ (6 - currencies.exponent))::bigint from core.currencies where currencies.currency = offer_price_micros.negotiation.currency)
      );
    when 'quantity_break' then
      if coalesce((offer_price_micros.offer ->> 'quantity_min')::integer, 0) < offer_price_micros.negotiation.quantity then
        perform platform.fail('BADRQ', 'must_reach_the_negotiated_quantity', 'offer.quantity_min');
      end if;
    when 'bundle' then
      if offer_price_micros.offer ->> 'bundle_id' is distinct from offer_price_micros.negotiation.bundle_id then
        perform platform.fail('BADRQ', 'must_be_the_negotiated_bundle', 'offer.bundle_id');
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
comment on function commerce.offer_price_micros(commerce.negotiations, jsonb) is 'The unit price of an offer. Raises BADRQ if a field that its type requires is missing.';

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
      perform platform.fail('BADRQ', 'must_be_below_the_list_price', 'offer.amount');
    elsif v_price_micros <= v_last.unit_price_micros then
      perform platform.fail('BADRQ', 'must_be_above_the_offer_before', 'offer.amount');
    end if;
  elsif record_offer.party = 'merchant' and v_has_price and v_price_micros > coalesce(v_last.unit_price_micros, record_offer.negotiation.list_price_micros) then
    perform platform.fail('BADRQ', 'must_not_be_above_the_counter_offer', 'offer.amount');
  end if;
  if v_price_micros <= 0 then
    perform platform.fail('BADRQ', 'must_be_above_0', 'offer.amount');
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
  'Adds the next offer of a negotiation and closes the previous one. The quantity applies unless the offer has its own. An agent''s offers must '
  'rise, a shop''s must fall.';

grant execute on function
  commerce.offer_price_micros(commerce.negotiations, jsonb),
  commerce.record_offer(commerce.negotiations, text, jsonb, text, commerce.pricing_policies, integer)
to vitrine_key, vitrine_simulated;
