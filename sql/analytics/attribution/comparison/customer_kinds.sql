create function analytics.customer_kinds(brand core.brands, accounting text, date_from date, date_to date, known_orders analytics.data_status)
returns table (kind text, conversions bigint, value_micros numeric)
language plpgsql stable
as $$
declare
  v_timezone constant text := (customer_kinds.brand).timezone;
  v_begins_at constant timestamptz := customer_kinds.date_from::timestamp at time zone v_timezone;
  v_ends_at constant timestamptz := (customer_kinds.date_to + 1)::timestamp at time zone v_timezone;
begin
  return query
  with sums as materialized (
    select movements.is_new_customer, sum(movements.conversions) as conversions, sum(movements.value_micros) as value_micros
    from analytics.movements_between(
      (customer_kinds.brand).brand_id, customer_kinds.accounting, v_timezone, customer_kinds.date_from, customer_kinds.date_to, v_begins_at, v_ends_at
    ) as movements
    group by movements.is_new_customer
  )
  -- As in analytics.attribution_totals: a day between the first and the last order had no order, and other days are unknown.
  select named.kind, coalesce(sums.conversions, known.zero), coalesce(sums.value_micros, known.zero)
  from (values ('new', true), ('returning', false), ('unknown', null)) as named (kind, is_new_customer)
  left join sums on sums.is_new_customer is not distinct from named.is_new_customer
  cross join (
    select case
      when customer_kinds.date_from <= (customer_kinds.known_orders).last_on and customer_kinds.date_to >= (customer_kinds.known_orders).first_on
        or exists (select from sums) then 0::bigint
    end as zero
  ) as known;
end
$$;
comment on function analytics.customer_kinds(core.brands, text, date, date, analytics.data_status) is
  'The orders of a range, less refunds, by whether the store marks the customer as new, as returning, or not at all. Null if no orders of the '
  'range are known.';
grant execute on function analytics.customer_kinds(core.brands, text, date, date, analytics.data_status) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
