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

create function commerce.price_terms(brand_id text, product_id text, quantity integer, list_price_micros bigint, currency text)
returns commerce.price_terms
language plpgsql stable
as $$
declare
  v_policy commerce.pricing_policies;
  v_coin_micros bigint;
  v_reference_micros bigint;
begin
  select held.* into v_policy
  from commerce.pricing_policies as held
  where held.brand_id = price_terms.brand_id and (held.product_id = price_terms.product_id or held.product_id is null)
  order by held.product_id nulls last
  limit 1;
  -- A product whose own policy does not answer is not negotiable. The shop's policy applies only to products without their own.
  if not found or not v_policy.is_enabled or v_policy.floor_currency <> price_terms.currency
    or price_terms.list_price_micros < v_policy.list_price_min_micros then
    return null;
  end if;
  select 10 ^ (6 - currencies.exponent) into v_coin_micros from core.currencies where currencies.currency = price_terms.currency;
  v_reference_micros := commerce.round_up(
    price_terms.list_price_micros * (
      100 - coalesce(
        (
          select tiers.percent_off
          from commerce.quantity_tiers as tiers
          where tiers.brand_id = v_policy.brand_id and tiers.policy_id = v_policy.policy_id and tiers.quantity_min <= price_terms.quantity
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
    coalesce(v_policy.floor_micros, pg_catalog.ceil(price_terms.list_price_micros * v_policy.floor_percent / 100)),
    pg_catalog.ceil(v_reference_micros * v_policy.target_percent / 100),
    pg_catalog.ceil(v_reference_micros * v_policy.accept_percent / 100),
    pg_catalog.ceil(v_reference_micros * v_policy.decline_percent / 100)
  )::commerce.price_terms;
end
$$;
comment on function commerce.price_terms(text, text, integer, bigint, text) is
  'The price limits for a quantity, by the policy of the product or else of the brand. Null where prices are not negotiable.';

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

grant execute on function commerce.round_up(numeric, bigint) to vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function
  commerce.price_terms(text, text, integer, bigint, text),
  commerce.counter_price_micros(commerce.price_terms, integer)
to vitrine_key, vitrine_simulated;
