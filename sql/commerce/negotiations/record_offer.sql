create function commerce.negotiation_offer_faults(negotiation commerce.negotiations, offer jsonb)
returns jsonb[]
language sql stable
return (
  with given as (
    select
      coalesce(negotiation_offer_faults.offer ->> 'type', 'unit_price') as type,
      (negotiation_offer_faults.offer ->> 'amount')::numeric as amount,
      negotiation_offer_faults.offer ->> 'currency' as currency,
      (negotiation_offer_faults.negotiation).currency as price_currency
  ),
  rules as (
    select
      given.*,
      pg_catalog.json_build_object('type', given.type) as words,
      (select currencies.exponent from core.currencies where currencies.currency = given.price_currency) as decimals,
      case given.type
        when 'unit_price' then array['amount', 'currency']
        when 'percent_off' then array['percent']
        when 'quantity_break' then array['amount', 'currency', 'quantity_min']
        when 'bundle' then array['amount', 'currency', 'bundle_id']
        when 'add_on' then array['amount', 'currency', 'add_on_product_id']
        else array[]::text[]
      end as fields
    from given
  ),
  faults as (
    select
      fields.position,
      case
        when not fields.field = any (rules.fields) then case
          when negotiation_offer_faults.offer ? fields.field then platform.fault('is_not_for_the_type', 'offer.' || fields.field, rules.words)
        end
        when negotiation_offer_faults.offer ->> fields.field is null then platform.fault('is_required_for_the_type', 'offer.' || fields.field, rules.words)
        when fields.field = 'currency' and rules.currency <> rules.price_currency then platform.fault(
          'must_be_the_currency_of_the_price', 'offer.currency', pg_catalog.json_build_object('currency', rules.price_currency)
        )
        when fields.field = 'amount' and rules.currency = rules.price_currency and pg_catalog.round(rules.amount, rules.decimals) <> rules.amount
          then platform.fault(
            'has_too_many_decimals', 'offer.amount', pg_catalog.json_build_object('currency', rules.currency, 'decimals', rules.decimals)
          )
        when fields.field = 'quantity_min'
          and (negotiation_offer_faults.offer ->> 'quantity_min')::integer < (negotiation_offer_faults.negotiation).quantity
          then platform.fault('must_reach_the_negotiated_quantity', 'offer.quantity_min')
        when fields.field = 'bundle_id' and negotiation_offer_faults.offer ->> 'bundle_id' is distinct from (negotiation_offer_faults.negotiation).bundle_id
          then platform.fault('must_be_the_negotiated_bundle', 'offer.bundle_id')
      end as fault
    from rules
    cross join pg_catalog.unnest(array['amount', 'currency', 'percent', 'quantity_min', 'bundle_id', 'add_on_product_id'])
      with ordinality as fields (field, position)
  )
  select pg_catalog.array_agg(faults.fault order by faults.position)
  from faults
);
comment on function commerce.negotiation_offer_faults(commerce.negotiations, jsonb) is
  'Returns the faults of an offer of a negotiation as of platform.fault, with nulls for the rules that it follows. Each type requires its own fields and '
  'accepts no others.';

create function commerce.offer_price_micros(negotiation commerce.negotiations, offer jsonb)
returns bigint
language plpgsql stable
as $$
declare
  v_type constant text := coalesce(offer_price_micros.offer ->> 'type', 'unit_price');
begin
  perform platform.fail_for(commerce.negotiation_offer_faults(offer_price_micros.negotiation, offer_price_micros.offer));
  case v_type
    when 'percent_off' then
      return commerce.round_up(
        offer_price_micros.negotiation.list_price_micros * (100 - (offer_price_micros.offer ->> 'percent')::numeric) / 100,
        (select (10 ^ (6 - currencies.exponent))::bigint from core.currencies where currencies.currency = offer_price_micros.negotiation.currency)
      );
    when 'add_on' then
      perform commerce.find_subject(offer_price_micros.negotiation.brand_id, offer_price_micros.offer ->> 'add_on_product_id', null);
      return offer_price_micros.negotiation.list_price_micros;
    when 'free_shipping' then return offer_price_micros.negotiation.list_price_micros;
    else return commerce.micros((offer_price_micros.offer ->> 'amount')::numeric, offer_price_micros.offer ->> 'currency', 'offer');
  end case;
end
$$;
comment on function commerce.offer_price_micros(commerce.negotiations, jsonb) is
  'The unit price of an offer. Raises BADRQ with all faults of its fields, and NTFND for an unknown add-on.';

create function commerce.decimal_offer(offer jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_exponent smallint;
begin
  if not decimal_offer.offer ? 'amount_minor' then
    return decimal_offer.offer;
  elsif decimal_offer.offer ? 'amount' then
    perform platform.fail('BADRQ', 'must_not_be_sent_with_amount', 'offer.amount_minor');
  end if;
  select currencies.exponent into v_exponent from core.currencies where currencies.currency = decimal_offer.offer ->> 'currency';
  -- An unknown currency is refused with the other fields of the offer.
  return decimal_offer.offer - 'amount_minor'
    || pg_catalog.jsonb_build_object(
      'amount', pg_catalog.trim_scale((decimal_offer.offer ->> 'amount_minor')::numeric / 10::numeric ^ coalesce(v_exponent, 0))
    );
end
$$;
comment on function commerce.decimal_offer(jsonb) is
  'Returns an offer with its amount in the currency. Clients of the Universal Commerce Protocol send amount_minor, in minor units. Raises BADRQ for both.';

create function commerce.record_offer(
  negotiation commerce.negotiations, party text, offer jsonb, message text, policy commerce.pricing_policies, quantity integer
)
returns commerce.negotiation_offers
language plpgsql volatile
as $$
declare
  v_given constant jsonb := commerce.decimal_offer(record_offer.offer);
  v_price_micros constant bigint := commerce.offer_price_micros(record_offer.negotiation, v_given);
  v_type constant text := coalesce(v_given ->> 'type', 'unit_price');
  v_has_price constant boolean := v_type not in ('free_shipping', 'add_on');
  v_field constant text := case v_type when 'percent_off' then 'offer.percent' else 'offer.amount' end;
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
    perform commerce.require_agent_price(v_price_micros, record_offer.negotiation.list_price_micros, v_last.unit_price_micros, v_field);
  elsif record_offer.party = 'merchant' and v_has_price and v_price_micros > coalesce(v_last.unit_price_micros, record_offer.negotiation.list_price_micros) then
    perform platform.fail('BADRQ', 'must_not_be_above_the_counter_offer', v_field);
  end if;
  if v_price_micros <= 0 then
    perform platform.fail('BADRQ', 'must_be_above_0', v_field);
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
    record_offer.party, v_type, v_given - 'type',
    coalesce((v_given ->> 'quantity_min')::integer, record_offer.quantity), v_price_micros,
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
  commerce.decimal_offer(jsonb),
  commerce.negotiation_offer_faults(commerce.negotiations, jsonb),
  commerce.offer_price_micros(commerce.negotiations, jsonb),
  commerce.record_offer(commerce.negotiations, text, jsonb, text, commerce.pricing_policies, integer)
to vitrine_key, vitrine_simulated;
