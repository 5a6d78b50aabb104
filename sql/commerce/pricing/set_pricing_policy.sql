create function commerce.pricing_policy_faults(
  policy commerce.pricing_policies, floor jsonb, price_step numeric, quantity_tiers jsonb, subject commerce.subject
)
returns jsonb[]
language sql stable
return (
  with given as (
    select
      (pricing_policy_faults.floor ->> 'amount')::numeric as floor_amount,
      pricing_policy_faults.floor ->> 'currency' as floor_currency,
      (pricing_policy_faults.floor ->> 'percent')::numeric as floor_percent,
      (pricing_policy_faults.policy).target_percent > 0 and (pricing_policy_faults.policy).target_percent < 100 as has_target,
      tiers.percent_off_max,
      tiers.is_repeated,
      currencies.currency,
      currencies.exponent as decimals,
      (select held.exponent from core.currencies as held where held.currency = (pricing_policy_faults.subject).currency) as floor_decimals
    from core.brands
    join core.currencies on currencies.currency = brands.currency
    cross join (
      select coalesce(max(each.percent_off), 0) as percent_off_max, count(distinct each.quantity_min) < count(*) as is_repeated
      from pg_catalog.jsonb_to_recordset(pricing_policy_faults.quantity_tiers) as each (quantity_min integer, percent_off numeric)
    ) as tiers
    where brands.brand_id = (pricing_policy_faults.policy).brand_id
  )
  select array[
    case
      when given.floor_amount is not null and (pricing_policy_faults.policy).product_id is null then platform.fault('an_amount_needs_a_product', 'floor')
      when given.floor_currency <> (pricing_policy_faults.subject).currency then platform.fault(
        'must_be_the_currency_of_the_price', 'floor.currency', pg_catalog.json_build_object('currency', (pricing_policy_faults.subject).currency)
      )
      when pg_catalog.round(given.floor_amount, given.floor_decimals) <> given.floor_amount then platform.fault(
        'has_too_many_decimals', 'floor.amount',
        pg_catalog.json_build_object('currency', given.floor_currency, 'decimals', given.floor_decimals)
      )
      -- If an answer were raised to the floor, it would reveal the floor.
      when given.has_target
        and coalesce(given.floor_amount * 1000000 / (pricing_policy_faults.subject).price_micros * 100, given.floor_percent)
          > (pricing_policy_faults.policy).target_percent * (100 - given.percent_off_max) / 100
        then platform.fault('must_not_be_above_the_target', 'floor')
    end,
    case when not given.has_target then platform.fault('must_be_above_0_and_below_100', 'target_percent') end,
    case
      when given.has_target and (pricing_policy_faults.policy).accept_percent not between (pricing_policy_faults.policy).target_percent and 100
        then platform.fault('must_be_from_target_percent_to_100', 'accept_percent')
    end,
    case
      when given.has_target and (pricing_policy_faults.policy).decline_percent not between 0 and (pricing_policy_faults.policy).target_percent
        then platform.fault('must_be_from_0_to_target_percent', 'decline_percent')
    end,
    case
      when pg_catalog.round(pricing_policy_faults.price_step, given.decimals) <> pricing_policy_faults.price_step then platform.fault(
        'has_too_many_decimals', 'price_step', pg_catalog.json_build_object('currency', given.currency, 'decimals', given.decimals)
      )
    end,
    case when given.is_repeated then platform.fault('quantity_min_is_repeated', 'quantity_tiers') end
  ]
  from given
);
comment on function commerce.pricing_policy_faults(commerce.pricing_policies, jsonb, numeric, jsonb, commerce.subject) is
  'Returns the faults of a pricing policy as of platform.fault, with nulls for the rules that it follows. `subject` is its product, or null for the policy '
  'of all products. The same rules as the checks of commerce.pricing_policies and commerce.quantity_tiers.';

create function commerce.draft_pricing_policy(
  brand_id text,
  floor jsonb,
  target_percent numeric,
  product_id text,
  is_enabled boolean,
  accept_percent numeric,
  decline_percent numeric,
  rounds_max integer,
  price_step numeric,
  quantity_tiers jsonb,
  answered_by text,
  answer_minutes integer,
  hold_minutes integer,
  negotiations_per_day_max integer
)
returns commerce.pricing_policies
language plpgsql stable
as $$
declare
  v_brand_currency text;
  v_subject commerce.subject;
  v_policy commerce.pricing_policies;
begin
  select brands.currency into v_brand_currency from core.brands where brands.brand_id = draft_pricing_policy.brand_id;
  if draft_pricing_policy.product_id is not null then
    v_subject := commerce.find_subject(draft_pricing_policy.brand_id, draft_pricing_policy.product_id, null);
  end if;
  v_policy.brand_id := draft_pricing_policy.brand_id;
  v_policy.product_id := draft_pricing_policy.product_id;
  v_policy.is_enabled := draft_pricing_policy.is_enabled;
  v_policy.target_percent := draft_pricing_policy.target_percent;
  v_policy.accept_percent := draft_pricing_policy.accept_percent;
  v_policy.decline_percent := draft_pricing_policy.decline_percent;
  v_policy.rounds_max := draft_pricing_policy.rounds_max;
  v_policy.answered_by := draft_pricing_policy.answered_by;
  v_policy.answer_minutes := coalesce(draft_pricing_policy.answer_minutes, case draft_pricing_policy.answered_by when 'merchant' then 48 * 60 else 15 end);
  v_policy.hold_minutes := draft_pricing_policy.hold_minutes;
  v_policy.negotiations_per_day_max := draft_pricing_policy.negotiations_per_day_max;
  perform platform.fail_for(commerce.pricing_policy_faults(
    v_policy, draft_pricing_policy.floor, draft_pricing_policy.price_step, draft_pricing_policy.quantity_tiers, v_subject
  ));
  v_policy.price_step_micros := commerce.micros(draft_pricing_policy.price_step, v_brand_currency, 'price_step');
  v_policy.floor_percent := (draft_pricing_policy.floor ->> 'percent')::numeric;
  v_policy.floor_currency := draft_pricing_policy.floor ->> 'currency';
  if draft_pricing_policy.floor ? 'amount' then
    v_policy.floor_micros := commerce.micros((draft_pricing_policy.floor ->> 'amount')::numeric, v_subject.currency, 'floor');
    v_policy.list_price_min_micros := v_subject.price_micros;
  end if;
  return v_policy;
end
$$;
comment on function commerce.draft_pricing_policy(
  text, jsonb, numeric, text, boolean, numeric, numeric, integer, numeric, jsonb, text, integer, integer, integer
) is 'Returns a pricing policy without storing it. Raises BADRQ with all its faults, and NTFND for an unknown product.';

create function commerce.set_pricing_policy(
  brand_id text,
  floor jsonb,
  target_percent numeric,
  product_id text default null,
  is_enabled boolean default true,
  accept_percent numeric default null,
  decline_percent numeric default null,
  rounds_max integer default 3,
  price_step numeric default 1,
  quantity_tiers jsonb default '[]',
  answered_by text default 'policy',
  answer_minutes integer default null,
  hold_minutes integer default 60,
  negotiations_per_day_max integer default 100,
  version integer default null
)
returns json
language plpgsql volatile
as $$
declare
  v_draft commerce.pricing_policies;
  v_policy commerce.pricing_policies;
begin
  perform commerce.require_live();
  perform core.keep_units(set_pricing_policy.brand_id);
  v_draft := commerce.draft_pricing_policy(
    set_pricing_policy.brand_id, set_pricing_policy.floor, set_pricing_policy.target_percent, set_pricing_policy.product_id,
    set_pricing_policy.is_enabled, set_pricing_policy.accept_percent, set_pricing_policy.decline_percent, set_pricing_policy.rounds_max,
    set_pricing_policy.price_step, set_pricing_policy.quantity_tiers, set_pricing_policy.answered_by, set_pricing_policy.answer_minutes,
    set_pricing_policy.hold_minutes, set_pricing_policy.negotiations_per_day_max
  );
  insert into commerce.pricing_policies as held (
    brand_id, product_id, is_enabled, floor_percent, floor_micros, floor_currency, list_price_min_micros, target_percent, accept_percent,
    decline_percent, rounds_max, price_step_micros, answered_by, answer_minutes, hold_minutes, negotiations_per_day_max
  )
  values (
    v_draft.brand_id, v_draft.product_id, v_draft.is_enabled, v_draft.floor_percent, v_draft.floor_micros, v_draft.floor_currency,
    v_draft.list_price_min_micros, v_draft.target_percent, v_draft.accept_percent, v_draft.decline_percent, v_draft.rounds_max,
    v_draft.price_step_micros, v_draft.answered_by, v_draft.answer_minutes, v_draft.hold_minutes, v_draft.negotiations_per_day_max
  )
  on conflict on constraint pricing_policies_product_key do update
  set
    is_enabled = excluded.is_enabled, floor_percent = excluded.floor_percent, floor_micros = excluded.floor_micros,
    floor_currency = excluded.floor_currency, list_price_min_micros = excluded.list_price_min_micros, target_percent = excluded.target_percent,
    accept_percent = excluded.accept_percent, decline_percent = excluded.decline_percent, rounds_max = excluded.rounds_max,
    price_step_micros = excluded.price_step_micros, answered_by = excluded.answered_by, answer_minutes = excluded.answer_minutes,
    hold_minutes = excluded.hold_minutes, negotiations_per_day_max = excluded.negotiations_per_day_max, version = held.version + 1,
    updated_at = platform.now()
  where set_pricing_policy.version is null or held.version = set_pricing_policy.version
  returning held.* into v_policy;
  -- The first version of a policy is 1, after version 0, which is none.
  if v_policy.policy_id is null or v_policy.version <> coalesce(set_pricing_policy.version + 1, v_policy.version) then
    perform platform.fail('STALE', 'the_pricing_policy_changed_meanwhile');
  end if;
  delete from commerce.quantity_tiers as held where held.brand_id = v_policy.brand_id and held.policy_id = v_policy.policy_id;
  insert into commerce.quantity_tiers (brand_id, policy_id, quantity_min, percent_off)
  select v_policy.brand_id, v_policy.policy_id, given.quantity_min, given.percent_off
  from pg_catalog.jsonb_to_recordset(set_pricing_policy.quantity_tiers) as given (quantity_min integer, percent_off numeric);
  return commerce.show_pricing_policy(v_policy);
end
$$;
comment on function commerce.set_pricing_policy(
  text, jsonb, numeric, text, boolean, numeric, numeric, integer, numeric, jsonb, text, integer, integer, integer, integer
) is
  'POST /pricing-policies: sets the pricing policy of a product, or of all products without their own. It replaces the previous policy. version is '
  'the one that the caller read, 0 for none. Raises STALE if the policy has another version.';
grant execute on function
  commerce.pricing_policy_faults(commerce.pricing_policies, jsonb, numeric, jsonb, commerce.subject),
  commerce.draft_pricing_policy(text, jsonb, numeric, text, boolean, numeric, numeric, integer, numeric, jsonb, text, integer, integer, integer),
  commerce.set_pricing_policy(text, jsonb, numeric, text, boolean, numeric, numeric, integer, numeric, jsonb, text, integer, integer, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;
call core.register_operation('commerce.set_pricing_policy', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true, served_by => '{commerce,console}');
