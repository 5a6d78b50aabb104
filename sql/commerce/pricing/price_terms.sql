create type commerce.price_terms as (
  policy commerce.pricing_policies,
  step_micros bigint,
  reference_micros bigint,
  floor_micros bigint,
  target_micros bigint,
  accept_micros bigint,
  decline_micros bigint
);
comment on type commerce.price_terms is
  'The unit prices of a policy for a quantity at a list price. commerce.set_pricing_policy ensures that the target is never below the floor.';

create function commerce.round_up(micros numeric, step_micros bigint)
returns bigint
language sql immutable
return (pg_catalog.ceil(round_up.micros / round_up.step_micros) * round_up.step_micros)::bigint;
comment on function commerce.round_up(numeric, bigint) is 'Rounds up to the next multiple of a step.';

create function commerce.policy_for(brand_id text, product_id text)
returns commerce.pricing_policies
language sql stable
as $$
  select held
  from commerce.pricing_policies as held
  where held.brand_id = policy_for.brand_id and (held.product_id = policy_for.product_id or held.product_id is null)
  order by held.product_id nulls last
  limit 1;
$$;
comment on function commerce.policy_for(text, text) is
  'The policy of a product, or else that of all products without their own. A bundle (null) has the latter. Null without either.';

create function commerce.tiers_of(policy commerce.pricing_policies)
returns jsonb
language sql stable
as $$
  select coalesce(
    pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('quantity_min', tiers.quantity_min, 'percent_off', tiers.percent_off) order by tiers.quantity_min
    ), '[]'
  )
  from commerce.quantity_tiers as tiers
  where tiers.brand_id = (tiers_of.policy).brand_id and tiers.policy_id = (tiers_of.policy).policy_id;
$$;
comment on function commerce.tiers_of(commerce.pricing_policies) is 'The quantity discounts of a stored policy: [{"quantity_min", "percent_off"}].';

create function commerce.not_negotiable_reason(policy commerce.pricing_policies, list_price_micros bigint, currency text)
returns text
language sql immutable
return case
  when (not_negotiable_reason.policy).target_percent is null then 'no_policy'
  when not (not_negotiable_reason.policy).is_enabled then 'disabled'
  when (not_negotiable_reason.policy).floor_currency <> not_negotiable_reason.currency then 'currency_differs'
  when not_negotiable_reason.list_price_micros < (not_negotiable_reason.policy).list_price_min_micros then 'list_price_is_lower'
end;
comment on function commerce.not_negotiable_reason(commerce.pricing_policies, bigint, text) is 'Why a policy does not answer offers at a list price. Null if it answers.';

create function commerce.policy_terms(
  policy commerce.pricing_policies, quantity_tiers jsonb, quantity integer, list_price_micros bigint, currency text
)
returns commerce.price_terms
language plpgsql stable
as $$
declare
  v_policy constant commerce.pricing_policies := policy_terms.policy;
  v_coin_micros bigint;
  v_reference_micros bigint;
begin
  if commerce.not_negotiable_reason(v_policy, policy_terms.list_price_micros, policy_terms.currency) is not null then
    return null;
  end if;
  select 10 ^ (6 - currencies.exponent) into v_coin_micros from core.currencies where currencies.currency = policy_terms.currency;
  v_reference_micros := commerce.round_up(
    policy_terms.list_price_micros * (
      100 - coalesce(
        (
          select tiers.percent_off
          from pg_catalog.jsonb_to_recordset(policy_terms.quantity_tiers) as tiers (quantity_min integer, percent_off numeric)
          where tiers.quantity_min <= policy_terms.quantity
          order by tiers.quantity_min desc
          limit 1
        ), 0
      )
    ) / 100,
    v_coin_micros
  );
  return row(
    v_policy,
    commerce.round_up(v_policy.price_step_micros, v_coin_micros),
    v_reference_micros,
    coalesce(v_policy.floor_micros, pg_catalog.ceil(policy_terms.list_price_micros * v_policy.floor_percent / 100)),
    pg_catalog.ceil(v_reference_micros * v_policy.target_percent / 100),
    pg_catalog.ceil(v_reference_micros * v_policy.accept_percent / 100),
    pg_catalog.ceil(v_reference_micros * v_policy.decline_percent / 100)
  )::commerce.price_terms;
end
$$;
comment on function commerce.policy_terms(commerce.pricing_policies, jsonb, integer, bigint, text) is
  'The price limits of a policy for a quantity, whether it is stored or not. Null where prices are not negotiable.';

create function commerce.is_sold(brand_id text, product_id text, bundle_id text)
returns boolean
language sql stable
return case
  when is_sold.bundle_id is not null then storefront.is_whole_bundle(is_sold.brand_id, is_sold.bundle_id)
  else exists (
    select from storefront.catalog_products as held where held.brand_id = is_sold.brand_id and held.product_id = is_sold.product_id
  )
end;
comment on function commerce.is_sold(text, text, text) is
  'Whether the catalog still has the product, or all products of the bundle, of a negotiation: none was withdrawn or hidden since.';

create function commerce.price_terms(
  brand_id text, product_id text, bundle_id text, quantity integer, list_price_micros bigint, currency text
)
returns commerce.price_terms
language plpgsql stable
as $$
declare
  -- A product whose own policy does not answer is not negotiable. The shop's policy applies only to products without their own.
  v_policy constant commerce.pricing_policies := commerce.policy_for(price_terms.brand_id, price_terms.product_id);
begin
  if not commerce.is_sold(price_terms.brand_id, price_terms.product_id, price_terms.bundle_id) then
    return null;
  end if;
  return commerce.policy_terms(
    v_policy, commerce.tiers_of(v_policy), price_terms.quantity, price_terms.list_price_micros, price_terms.currency
  );
end
$$;
comment on function commerce.price_terms(text, text, text, integer, bigint, text) is
  'The price limits for a quantity, by the policy of the product or else of the brand. Null where prices are not negotiable, and for a product or bundle '
  'that is no longer sold.';

create function commerce.counter_price_micros(terms commerce.price_terms, round integer)
returns bigint
language sql immutable
as $$
  select least(
    counter_price_micros.terms.reference_micros,
    commerce.round_up(
      counter_price_micros.terms.reference_micros
        - (counter_price_micros.terms.reference_micros - counter_price_micros.terms.target_micros)
          * least(counter_price_micros.round, policy.rounds_max)::numeric / policy.rounds_max,
      counter_price_micros.terms.step_micros
    )
  )
  from (select ((counter_price_micros.terms).policy).rounds_max) as policy;
$$;
comment on function commerce.counter_price_micros(commerce.price_terms, integer) is
  'The counter-offer of a policy in a round: in equal steps from the price for the quantity down to the target, rounded up to the price step. The floor does not affect it.';

create function commerce.policy_answer(terms commerce.price_terms, round integer, unit_price_micros bigint)
returns text
language plpgsql immutable
as $$
declare
  v_counter_micros constant bigint := case ((policy_answer.terms).policy).answered_by
    when 'policy' then commerce.counter_price_micros(policy_answer.terms, policy_answer.round)
  end;
begin
  return case
    when policy_answer.unit_price_micros >= least((policy_answer.terms).accept_micros, v_counter_micros) then 'accept'
    when policy_answer.unit_price_micros < (policy_answer.terms).decline_micros then 'decline'
    when v_counter_micros is not null then 'counter'
    else 'merchant'
  end;
end
$$;
comment on function commerce.policy_answer(commerce.price_terms, integer, bigint) is
  'The answer of a policy to the price of an agent in a round: accept, decline, counter (with commerce.counter_price_micros), or merchant if it leaves the '
  'answer to people of the shop. The same offers get the same answers, for every agent. The floor does not affect them.';

create function commerce.require_agent_price(price_micros bigint, list_price_micros bigint, earlier_micros bigint, field text)
returns void
language plpgsql stable
as $$
begin
  if require_agent_price.price_micros >= require_agent_price.list_price_micros then
    perform platform.fail('BADRQ', 'must_be_below_the_list_price', require_agent_price.field);
  elsif require_agent_price.price_micros <= require_agent_price.earlier_micros then
    perform platform.fail('BADRQ', 'must_be_above_the_offer_before', require_agent_price.field);
  end if;
end
$$;
comment on function commerce.require_agent_price(bigint, bigint, bigint, text) is
  'Raises BADRQ unless the price of an agent is below the list price and above the earlier offer. earlier_micros is null for the first offer.';

grant execute on function commerce.round_up(numeric, bigint) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;
grant execute on function commerce.tiers_of(commerce.pricing_policies) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;
grant execute on function
  commerce.policy_for(text, text),
  commerce.not_negotiable_reason(commerce.pricing_policies, bigint, text),
  commerce.policy_terms(commerce.pricing_policies, jsonb, integer, bigint, text),
  commerce.counter_price_micros(commerce.price_terms, integer),
  commerce.policy_answer(commerce.price_terms, integer, bigint),
  commerce.require_agent_price(bigint, bigint, bigint, text)
to vitrine_key, vitrine_simulated, vitrine_person;
grant execute on function commerce.is_sold(text, text, text), commerce.price_terms(text, text, text, integer, bigint, text) to vitrine_key, vitrine_simulated;
