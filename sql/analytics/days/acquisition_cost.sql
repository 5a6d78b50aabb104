create function analytics.new_customers_by_day(brand core.brands, date_from date, date_to date)
returns table (day date, new_customers bigint, unknown_orders bigint)
language sql stable
as $$
  select
    movements.day,
    sum(movements.new_customers),
    count(*) filter (where movements.is_new_customer is null and movements.conversions > 0)
  from analytics.attribution_settings as settings
  cross join lateral analytics.order_movements(
    settings.brand_id, settings.accounting, (new_customers_by_day.brand).timezone, new_customers_by_day.date_from, new_customers_by_day.date_to
  ) as movements
  where settings.brand_id = (new_customers_by_day.brand).brand_id
  group by movements.day;
$$;
comment on function analytics.new_customers_by_day(core.brands, date, date) is
  'Returns the number of new customers of each day with orders or refunds: the orders that the store marks as the first of their customer, less full '
  'refunds, on the days of the accounting of the brand. unknown_orders: the orders without a mark. If there are any, the number of new customers is not known.';

create function analytics.new_customers(brand core.brands, date_from date, date_to date, out new_customers bigint, out unknown_orders bigint)
language sql stable
as $$
  select coalesce(sum(days.new_customers), 0), coalesce(sum(days.unknown_orders), 0)
  from analytics.new_customers_by_day(new_customers.brand, new_customers.date_from, new_customers.date_to) as days;
$$;
comment on function analytics.new_customers(core.brands, date, date) is
  'Returns the number of new customers and of orders without a mark of a range (analytics.new_customers_by_day).';

create function analytics.unmarked_orders(brand core.brands, date_from date, date_to date)
returns bigint
language plpgsql stable
as $$
declare
  v_begins_at constant timestamptz := unmarked_orders.date_from::timestamp at time zone (unmarked_orders.brand).timezone;
  v_ends_at constant timestamptz := (unmarked_orders.date_to + 1)::timestamp at time zone (unmarked_orders.brand).timezone;
begin
  return (
    select count(*)
    from analytics.orders
    where orders.brand_id = (unmarked_orders.brand).brand_id and orders.is_new_customer is null
      and orders.ordered_at >= v_begins_at and orders.ordered_at < v_ends_at
  );
end
$$;
comment on function analytics.unmarked_orders(core.brands, date, date) is
  'Returns the number of orders of a range that do not say whether their customer is new: unknown_orders of analytics.new_customers, read from an index of '
  'these orders alone.';

create function analytics.acquisition_cost(brand core.brands, days analytics.ratio_days)
returns numeric
language sql stable
return (
  select
    case when customers.unknown_orders = 0 and customers.new_customers > 0 then spent.spend_micros * 0.000001 / customers.new_customers end
  from analytics.new_customers(acquisition_cost.brand, (acquisition_cost.days).first_on, (acquisition_cost.days).last_on) as customers
  cross join (
    select sum(facts.spend_micros) as spend_micros
    from analytics.rollups_daily as facts
    where facts.brand_id = (acquisition_cost.brand).brand_id and facts.level = 'account'
      and facts.day between (acquisition_cost.days).first_on and (acquisition_cost.days).last_on
  ) as spent
);
comment on function analytics.acquisition_cost(core.brands, analytics.ratio_days) is
  'The only rule of the cost per new customer (CAC) by orders: the spend of all ad accounts divided by the new customers of the store, with or without '
  'a touchpoint, in units of currency and unrounded. days: the days of analytics.ratio_days. Null without such days, without a new customer, and '
  'if an order of these days does not say whether its customer is new.';

create function analytics.acquisition_warnings(brand core.brands, days analytics.ratio_days)
returns jsonb[]
language plpgsql stable
as $$
declare
  v_orders constant bigint := analytics.unmarked_orders(
    acquisition_warnings.brand, (acquisition_warnings.days).first_on, (acquisition_warnings.days).last_on
  );
begin
  return case when v_orders > 0
    then array[platform.warning('orders_have_unknown_customers', pg_catalog.jsonb_build_object('orders', v_orders))] else '{}'
  end;
end
$$;
comment on function analytics.acquisition_warnings(core.brands, analytics.ratio_days) is
  'A warning that CAC is not known, because orders do not say whether their customer is new.';
grant execute on function analytics.new_customers_by_day(core.brands, date, date), analytics.new_customers(core.brands, date, date),
  analytics.unmarked_orders(core.brands, date, date), analytics.acquisition_cost(core.brands, analytics.ratio_days),
  analytics.acquisition_warnings(core.brands, analytics.ratio_days)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
