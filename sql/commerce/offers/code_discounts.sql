create function commerce.code_discounts(brand_id text, line_items jsonb, codes text[])
returns jsonb
language plpgsql stable
as $$
declare
  v_answers jsonb := '[]'::jsonb;
  v_applied text[] := '{}'::text[];
  v_reduced bigint[] := '{}'::bigint[];
  v_frees_shipping boolean := false;
  v_position bigint;
  v_code text;
  v_offer commerce.exclusive_offers;
  v_items bigint;
  v_covered bigint;
  v_lowered bigint;
  v_lines jsonb;
  v_problem text;
begin
  for v_position, v_code in
    select given.position, given.code from pg_catalog.unnest(code_discounts.codes) with ordinality as given (code, position) order by given.position
  loop
    select held.* into v_offer
    from commerce.exclusive_offers as held
    where held.brand_id = code_discounts.brand_id and held.offer_id = pg_catalog.lower(pg_catalog.btrim(v_code))
      and held.bundle_id is null and held.starts_at <= platform.now();
    select
      count(*), count(*) filter (where line.is_covered), count(*) filter (where line.amount > 0),
      pg_catalog.jsonb_object_agg(line.number, pg_catalog.jsonb_build_object('amount', line.amount, 'unit_price_micros', line.reduced_micros))
        filter (where line.amount > 0 and line.number <> all (v_reduced))
    into v_items, v_covered, v_lowered, v_lines
    from (
      select
        item.number, covered.is_covered, reduced.micros as reduced_micros,
        case when covered.is_covered then
          (item.unit_amount - storefront.amount_minor(reduced.micros, currencies)) * item.quantity
        end as amount
      from storefront.checkout_lines(code_discounts.brand_id, code_discounts.line_items) as item
      join core.currencies on currencies.currency = item.currency
      cross join lateral (select commerce.covers(v_offer, item.item_id, null, item.category) as is_covered) as covered
      cross join lateral (select commerce.reduced_price_micros(v_offer, item.price_micros, item.currency) as micros) as reduced
      where storefront.is_listed(item.problem)
    ) as line;
    v_problem := case
      when v_offer.offer_id is null then 'discount_code_invalid'
      when v_offer.offer_id = any (v_applied) then 'discount_code_already_applied'
      when v_offer.ends_at <= platform.now() or v_offer.redemptions >= v_offer.redemptions_max then 'discount_code_expired'
      -- An order with quotes has fixed prices, which no exclusive offer changes.
      when code_discounts.line_items @? '$[*].unit_price_micros' then 'discount_code_combination_disallowed'
      -- The platform is known by the address of its profile, not by the names for which offers are published.
      when v_offer.platforms is not null then 'discount_code_user_ineligible'
      when v_covered = 0 then 'discount_code_user_ineligible'
      when v_offer.type = 'gift' then null
      when v_offer.type = 'free_shipping' then case
        when v_frees_shipping then 'discount_code_combination_disallowed' when v_covered < v_items then 'discount_code_user_ineligible'
      end
      when v_lowered = 0 then 'discount_code_user_ineligible'
      when v_lines is null then 'discount_code_combination_disallowed'
    end;
    if v_problem is null then
      v_applied := v_applied || v_offer.offer_id;
      v_frees_shipping := v_frees_shipping or v_offer.type = 'free_shipping';
      if v_offer.type in ('gift', 'free_shipping') then
        v_lines := '{}';
      end if;
      v_reduced := v_reduced || array(select line.number::bigint from pg_catalog.jsonb_object_keys(v_lines) as line (number));
    end if;
    v_answers := v_answers || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'position', v_position, 'code', v_code, 'problem', v_problem,
      'reason', case v_problem
        when 'discount_code_expired' then case when v_offer.ends_at <= platform.now() then 'ended' else 'used_up' end
        when 'discount_code_combination_disallowed' then case when code_discounts.line_items @? '$[*].unit_price_micros' then 'quotes' end
        when 'discount_code_user_ineligible' then case
          when v_offer.platforms is not null then 'platforms' when v_lowered = 0 and v_covered = v_items then 'price' else 'items'
        end
      end,
      'offer_id', case when v_problem is null then v_offer.offer_id end,
      'type', case when v_problem is null then v_offer.type end,
      'title', case when v_problem is null then v_offer.title end,
      'gift', case when v_problem is null then v_offer.gift end,
      'lines', case when v_problem is null then v_lines end
    ));
  end loop;
  return v_answers;
end
$$;
comment on function commerce.code_discounts(text, jsonb, text[]) is
  'Returns what each discount code does for the lines of a checkout session, in the order of the codes. A code is the id of an exclusive offer, in any case '
  'of letters. A line is reduced by the first code that covers it, as a price hold uses one offer. problem is the code of the Universal Commerce Protocol '
  'for a rejected one. lines has amount in minor units and unit_price_micros, by the number of the line.';

create function commerce.frees_shipping(discounts jsonb)
returns boolean
language sql immutable
return frees_shipping.discounts @> '[{"type": "free_shipping"}]';
comment on function commerce.frees_shipping(jsonb) is 'Whether one of the codes of commerce.code_discounts makes shipping free.';

create function commerce.show_code_discounts(codes text[], discounts jsonb, places jsonb, shipping_cost numeric)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'codes', show_code_discounts.codes,
    'applied', coalesce(pg_catalog.json_agg(
      pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
        'code', code ->> 'code', 'title', code ->> 'title', 'amount', coalesce(shares.amount, 0),
        'method', case when code ->> 'type' not in ('gift', 'free_shipping') then 'each' end,
        'allocations', shares.allocations
      ))
      order by (code ->> 'position')::integer
    ) filter (where code ? 'type'), '[]')
  )
  from pg_catalog.jsonb_array_elements(show_code_discounts.discounts) as code
  cross join lateral (
    select sum(share.amount) as amount, pg_catalog.json_agg(pg_catalog.json_build_object('path', share.path, 'amount', share.amount) order by share.place) as allocations
    from (
      select '$.line_items[' || (show_code_discounts.places ->> line.key) || ']' as path, (line.value ->> 'amount')::numeric as amount, line.key::integer as place
      from pg_catalog.jsonb_each(coalesce(code -> 'lines', '{}')) as line
      union all
      select '$.totals.shipping', show_code_discounts.shipping_cost, 0
      where code ->> 'type' = 'free_shipping' and show_code_discounts.shipping_cost > 0
    ) as share
  ) as shares;
$$;
comment on function commerce.show_code_discounts(text[], jsonb, jsonb, numeric) is
  'Returns the object discounts of the Universal Commerce Protocol: the submitted codes, and the applied ones with amounts in minor units. The allocations of a '
  'code add up to its amount.';

create function commerce.code_messages(discounts jsonb, shipping_cost numeric)
returns jsonb
language sql immutable
as $$
  select coalesce(pg_catalog.jsonb_agg(
    pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'type', case when code ? 'problem' then 'warning' else 'info' end,
      'code', coalesce(
        code ->> 'problem', case when code ->> 'type' = 'gift' then 'discount_is_a_gift' else 'discount_of_unknown_shipping' end
      ),
      'path', '$.discounts.codes[' || (code ->> 'position')::integer - 1 || ']',
      'discount_code', code ->> 'code', 'reason', code ->> 'reason', 'gift', code ->> 'gift'
    ))
    order by (code ->> 'position')::integer
  ), '[]')
  from pg_catalog.jsonb_array_elements(code_messages.discounts) as code
  where code ? 'problem' or code ->> 'type' = 'gift' or (code ->> 'type' = 'free_shipping' and code_messages.shipping_cost is null);
$$;
comment on function commerce.code_messages(jsonb, numeric) is
  'Returns a message for each discount code that is rejected, and for each whose effect is not in the totals.';

grant execute on function
  commerce.code_discounts(text, jsonb, text[]),
  commerce.frees_shipping(jsonb),
  commerce.show_code_discounts(text[], jsonb, jsonb, numeric),
  commerce.code_messages(jsonb, numeric)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_worker;
