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
  negotiations_per_day_max integer default 100
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_currency text;
  v_subject commerce.subject;
  v_floor_micros bigint;
  v_percent_off_max numeric;
  v_policy commerce.pricing_policies;
begin
  perform commerce.require_live();
  select brands.currency into v_brand_currency from core.brands where brands.brand_id = set_pricing_policy.brand_id;
  select coalesce(max(given.percent_off), 0) into v_percent_off_max
  from pg_catalog.jsonb_to_recordset(set_pricing_policy.quantity_tiers) as given (percent_off numeric);
  if set_pricing_policy.product_id is not null then
    v_subject := commerce.find_subject(set_pricing_policy.brand_id, set_pricing_policy.product_id, null);
  end if;
  if set_pricing_policy.floor ? 'amount' then
    if set_pricing_policy.product_id is null then
      perform platform.fail('BADRQ', 'an_amount_needs_a_product', 'floor');
    elsif v_subject.currency <> set_pricing_policy.floor ->> 'currency' then
      perform platform.fail(
        'BADRQ', 'must_be_the_currency_of_the_price', 'floor.currency',
        pg_catalog.json_build_object('currency', v_subject.currency)
      );
    end if;
    v_floor_micros := commerce.micros((set_pricing_policy.floor ->> 'amount')::numeric, v_subject.currency, 'floor');
  end if;
  -- If an answer were raised to the floor, it would reveal the floor.
  if coalesce(v_floor_micros::numeric / v_subject.price_micros * 100, (set_pricing_policy.floor ->> 'percent')::numeric)
    > set_pricing_policy.target_percent * (100 - v_percent_off_max) / 100 then
    perform platform.fail('BADRQ', 'must_not_be_above_the_target', 'floor');
  end if;
  insert into commerce.pricing_policies as held (
    brand_id, product_id, is_enabled, floor_percent, floor_micros, floor_currency, list_price_min_micros, target_percent, accept_percent,
    decline_percent, rounds_max, price_step_micros, answered_by, answer_minutes, hold_minutes, negotiations_per_day_max
  )
  values (
    set_pricing_policy.brand_id, set_pricing_policy.product_id, set_pricing_policy.is_enabled, (set_pricing_policy.floor ->> 'percent')::numeric,
    v_floor_micros, set_pricing_policy.floor ->> 'currency', case when v_floor_micros is not null then v_subject.price_micros end,
    set_pricing_policy.target_percent, set_pricing_policy.accept_percent, set_pricing_policy.decline_percent, set_pricing_policy.rounds_max,
    commerce.micros(set_pricing_policy.price_step, v_brand_currency, 'price_step'), set_pricing_policy.answered_by,
    coalesce(set_pricing_policy.answer_minutes, case set_pricing_policy.answered_by when 'merchant' then 48 * 60 else 15 end),
    set_pricing_policy.hold_minutes, set_pricing_policy.negotiations_per_day_max
  )
  on conflict on constraint pricing_policies_product_key do update
  set
    is_enabled = excluded.is_enabled, floor_percent = excluded.floor_percent, floor_micros = excluded.floor_micros,
    floor_currency = excluded.floor_currency, list_price_min_micros = excluded.list_price_min_micros, target_percent = excluded.target_percent,
    accept_percent = excluded.accept_percent, decline_percent = excluded.decline_percent, rounds_max = excluded.rounds_max,
    price_step_micros = excluded.price_step_micros, answered_by = excluded.answered_by, answer_minutes = excluded.answer_minutes,
    hold_minutes = excluded.hold_minutes, negotiations_per_day_max = excluded.negotiations_per_day_max, version = held.version + 1,
    updated_at = platform.now()
  returning held.* into v_policy;
  delete from commerce.quantity_tiers as held where held.brand_id = v_policy.brand_id and held.policy_id = v_policy.policy_id;
  insert into commerce.quantity_tiers (brand_id, policy_id, quantity_min, percent_off)
  select v_policy.brand_id, v_policy.policy_id, given.quantity_min, given.percent_off
  from pg_catalog.jsonb_to_recordset(set_pricing_policy.quantity_tiers) as given (quantity_min integer, percent_off numeric);
  return commerce.show_pricing_policy(v_policy);
exception
  when unique_violation then
    perform platform.fail('BADRQ', 'quantity_min_is_repeated', 'quantity_tiers');
  when check_violation then
    perform platform.fail('BADRQ', 'the_percents_must_rise', 'target_percent');
end
$$;
comment on function commerce.set_pricing_policy(text, jsonb, numeric, text, boolean, numeric, numeric, integer, numeric, jsonb, text, integer, integer, integer) is
  'POST /pricing-policies: sets the pricing policy of a product, or of all products without their own. It replaces the previous policy.';
grant execute on function
  commerce.set_pricing_policy(text, jsonb, numeric, text, boolean, numeric, numeric, integer, numeric, jsonb, text, integer, integer, integer)
to vitrine_key, vitrine_simulated, vitrine_worker;
call core.register_operation('commerce.set_pricing_policy', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true);
