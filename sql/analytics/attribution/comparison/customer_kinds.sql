create function analytics.customer_kinds(brand core.brands, accounting text, date_from date, date_to date)
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
  select named.kind, coalesce(sums.conversions, 0), coalesce(sums.value_micros, 0)
  from (values ('new', true), ('returning', false), ('unknown', null)) as named (kind, is_new_customer)
  left join sums on sums.is_new_customer is not distinct from named.is_new_customer;
end
$$;
comment on function analytics.customer_kinds(core.brands, text, date, date) is
  'The orders of a range, less refunds, by whether the store marks the customer as new, as returning, or not at all.';
grant execute on function analytics.customer_kinds(core.brands, text, date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
