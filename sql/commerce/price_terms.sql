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
  'What a policy comes to for a quantity at a list price, a unit. commerce.set_pricing_policy sees to it that the target never lies below the floor.';

create function commerce.round_up(micros numeric, step_micros bigint)
returns bigint
language sql immutable
return (pg_catalog.ceil(round_up.micros / round_up.step_micros) * round_up.step_micros)::bigint;
comment on function commerce.round_up(numeric, bigint) is 'The next whole step.';

create function commerce.price_terms(brand_id text, product_id text, quantity integer, list_price_micros bigint, currency text)
returns commerce.price_terms
language plpgsql stable
as $$
begin
  return (
    select row(
      policies,
      commerce.round_up(policies.price_step_micros, coin.micros),
      limits.reference_micros,
      limits.floor_micros,
      limits.target_micros,
      pg_catalog.ceil(limits.reference_micros * policies.accept_percent / 100),
      pg_catalog.ceil(limits.reference_micros * policies.decline_percent / 100)
    )::commerce.price_terms
    from commerce.pricing_policies as policies
    join core.currencies on currencies.currency = price_terms.currency
    cross join lateral (select (10 ^ (6 - currencies.exponent))::bigint as micros) as coin
    left join lateral (
      select tiers.percent_off
      from commerce.quantity_tiers as tiers
      where tiers.brand_id = policies.brand_id and tiers.policy_id = policies.policy_id and tiers.quantity_min <= price_terms.quantity
      order by tiers.quantity_min desc
      limit 1
    ) as tier on true
    cross join lateral (
      select commerce.round_up(price_terms.list_price_micros * (100 - coalesce(tier.percent_off, 0)) / 100, coin.micros) as micros
    ) as reference
    cross join lateral (
      select
        reference.micros as reference_micros,
        coalesce(policies.floor_micros, pg_catalog.ceil(price_terms.list_price_micros * policies.floor_percent / 100)::bigint) as floor_micros,
        pg_catalog.ceil(reference.micros * policies.target_percent / 100)::bigint as target_micros
    ) as limits
    where policies.brand_id = price_terms.brand_id
      and (policies.product_id = price_terms.product_id or policies.product_id is null)
      and policies.is_enabled
      and coalesce(policies.floor_currency, price_terms.currency) = price_terms.currency
      and coalesce(price_terms.list_price_micros >= policies.list_price_min_micros, true)
    order by policies.product_id nulls last
    limit 1
  );
end
$$;
comment on function commerce.price_terms(text, text, integer, bigint, text) is
  'How far a shop goes for so many, by the policy of the product or else of the brand; null where nothing is negotiated.';

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
  'What a policy asks in a round: in equal steps from the price for the quantity down to the target, rounded up to the price step. The floor has no part in it.';
