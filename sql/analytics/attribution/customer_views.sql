create view analytics.customers
with (security_invoker = true)
as
select
  orders.brand_id,
  orders.person_id,
  min(orders.ordered_at) as first_ordered_at,
  max(orders.ordered_at) as last_ordered_at,
  -- If the store marks the first order here as a repeat order, the data lacks the customer's first order.
  case when (pg_catalog.array_agg(orders.is_new_customer order by orders.ordered_at, orders.order_id))[1] is distinct from false
    then pg_catalog.date_trunc('month', min(orders.ordered_at) at time zone brands.timezone)::date
  end as cohort_month,
  count(*) as orders,
  sum(orders.revenue_micros - orders.refunded_micros) / 1000000.0 as revenue,
  brands.currency
from analytics.orders
join core.brands on brands.brand_id = orders.brand_id
where orders.visitor_id <> analytics.erased_visitor_id(orders.order_id)
group by orders.brand_id, orders.person_id, brands.timezone, brands.currency;
comment on view analytics.customers is 'Customers with at least one order, with the month of their first order. Erased persons are absent.';
comment on column analytics.customers.brand_id is 'The brand.';
comment on column analytics.customers.person_id is 'One id for all customer and device ids that are linked to each other.';
comment on column analytics.customers.first_ordered_at is 'Time of the first order in the data.';
comment on column analytics.customers.last_ordered_at is 'Time of the last order.';
comment on column analytics.customers.cohort_month is 'First day of the month of the first order, in the brand''s time zone. Null if unknown.';
comment on column analytics.customers.orders is 'Number of orders.';
comment on column analytics.customers.revenue is 'Revenue of all orders, less refunds, in units of currency.';
comment on column analytics.customers.currency is 'The brand''s currency, an ISO 4217 code.';
grant select on analytics.customers to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.customer_cohorts
with (security_invoker = true)
as
with sizes as (
  select customers.brand_id, customers.cohort_month, customers.currency, count(*) as customers
  from analytics.customers
  where customers.cohort_month is not null
  group by customers.brand_id, customers.cohort_month, customers.currency
),
activity as (
  select
    customers.brand_id, customers.cohort_month, pg_catalog.date_trunc('month', orders.ordered_at at time zone brands.timezone)::date as month,
    count(distinct orders.person_id) as active_customers,
    count(*) as orders,
    sum(orders.revenue_micros - orders.refunded_micros) / 1000000.0 as revenue
  from analytics.customers
  join analytics.orders on orders.brand_id = customers.brand_id and orders.person_id = customers.person_id
  join core.brands on brands.brand_id = customers.brand_id
  where customers.cohort_month is not null
  group by 1, 2, 3
),
by_month as (
  select
    sizes.brand_id, sizes.cohort_month, months.month::date as month, sizes.currency, sizes.customers, status.last_on,
    coalesce(activity.active_customers, 0) as active_customers,
    coalesce(activity.orders, 0) as orders,
    coalesce(activity.revenue, 0) as revenue
  from sizes
  join analytics.data_status as status on status.brand_id = sizes.brand_id and status.kind = 'orders'
  cross join lateral pg_catalog.generate_series(
    sizes.cohort_month::timestamp, pg_catalog.date_trunc('month', status.last_on::timestamp), interval '1 month'
  ) as months (month)
  left join activity
    on activity.brand_id = sizes.brand_id and activity.cohort_month = sizes.cohort_month and activity.month = months.month::date
)
select
  by_month.brand_id,
  by_month.cohort_month,
  (
    12 * (extract(year from by_month.month) - extract(year from by_month.cohort_month))
    + extract(month from by_month.month) - extract(month from by_month.cohort_month)
  )::integer as months_since,
  by_month.month,
  by_month.customers,
  by_month.active_customers,
  by_month.active_customers::numeric / by_month.customers as retention,
  by_month.orders,
  by_month.revenue,
  sum(by_month.revenue) over cohort as cumulative_revenue,
  sum(by_month.revenue) over cohort / by_month.customers as ltv,
  (by_month.month + interval '1 month - 1 day')::date > by_month.last_on as partial,
  by_month.currency
from by_month
window cohort as (partition by by_month.brand_id, by_month.cohort_month order by by_month.month);
comment on view analytics.customer_cohorts is
  'Activity of customers by month of first order, for each month since. Months after the last imported order are absent, not 0. Customers whose '
  'first order is not in the data belong to no cohort.';
comment on column analytics.customer_cohorts.brand_id is 'The brand.';
comment on column analytics.customer_cohorts.cohort_month is 'The first day of the month of the first order, in the time zone of the brand.';
comment on column analytics.customer_cohorts.months_since is '0 in the month of the first order, 1 in the next month.';
comment on column analytics.customer_cohorts.month is 'First day of the month of the row.';
comment on column analytics.customer_cohorts.customers is 'Number of customers in the cohort.';
comment on column analytics.customer_cohorts.active_customers is 'Number of customers of the cohort with an order in the month.';
comment on column analytics.customer_cohorts.retention is 'active_customers divided by customers, 0 to 1.';
comment on column analytics.customer_cohorts.orders is 'Number of orders of the cohort in the month.';
comment on column analytics.customer_cohorts.revenue is 'Revenue of the orders of the month, less refunds, in units of currency.';
comment on column analytics.customer_cohorts.cumulative_revenue is 'Revenue from the first order through the month, less refunds.';
comment on column analytics.customer_cohorts.ltv is 'Lifetime value so far: cumulative_revenue divided by customers. It is revenue, not profit.';
comment on column analytics.customer_cohorts.partial is 'Whether the imported orders end before the month does.';
comment on column analytics.customer_cohorts.currency is 'The brand''s currency, an ISO 4217 code.';
grant select on analytics.customer_cohorts to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.monthly_acquisition
with (security_invoker = true)
as
with spent as (
  select
    facts.brand_id, pg_catalog.date_trunc('month', facts.day::timestamp)::date as month, sum(facts.spend_micros) / 1000000.0 as spend
  from analytics.rollups_daily as facts
  where facts.level = 'account'
  group by 1, 2
),
bought as (
  select
    orders.brand_id, pg_catalog.date_trunc('month', orders.ordered_at at time zone brands.timezone)::date as month,
    count(*) as orders,
    count(*) filter (where orders.is_new_customer is null) as orders_of_unknown_customers
  from analytics.orders
  join core.brands on brands.brand_id = orders.brand_id
  group by 1, 2
),
months as (
  select
    coalesce(spent.brand_id, bought.brand_id) as brand_id, coalesce(spent.month, bought.month) as month, spent.spend, bought.orders,
    bought.orders_of_unknown_customers
  from spent
  full join bought on bought.brand_id = spent.brand_id and bought.month = spent.month
)
select
  months.brand_id,
  months.month,
  months.spend,
  months.orders,
  case when months.orders_of_unknown_customers = 0 then (
    select customers.new_customers from analytics.new_customers(brands, months.month, days.last_on) as customers
  ) end as new_customers,
  months.orders_of_unknown_customers,
  case when months.orders is not null and months.spend is not null then analytics.acquisition_cost(
    brands, analytics.ratio_days(brands, months.month, days.last_on, known)
  ) end as cac,
  days.last_on > coalesce(least(ads.last_on, known.last_on), '-infinity')
    or months.month < greatest(ads.first_on, known.first_on) as partial,
  brands.currency
from months
cross join lateral (select (months.month + interval '1 month - 1 day')::date as last_on) as days
join core.brands on brands.brand_id = months.brand_id
left join analytics.data_status as ads on ads.brand_id = months.brand_id and ads.kind = 'ads_daily'
left join analytics.data_status as known on known.brand_id = months.brand_id and known.kind = 'orders';
comment on view analytics.monthly_acquisition is
  'Customer acquisition cost by month: spend of all ad accounts divided by the new customers of the store. Unknown values are null, never 0. '
  'The cost is that of GET /v1/attribution with metric=cac for the month (analytics.acquisition_cost, analytics.ratio_days).';
comment on column analytics.monthly_acquisition.brand_id is 'The brand.';
comment on column analytics.monthly_acquisition.month is 'The first day of the month, in the time zone of the brand.';
comment on column analytics.monthly_acquisition.spend is 'Spend of all ad accounts in units of currency. Null if no ad report covers the month.';
comment on column analytics.monthly_acquisition.orders is 'Number of orders of the store. Null if no order of the month was imported.';
comment on column analytics.monthly_acquisition.new_customers is
  'Orders that the store marks as the first of their customer, less full refunds. Null if a mark is missing.';
comment on column analytics.monthly_acquisition.orders_of_unknown_customers is
  'Orders for which the store does not report whether the customer is new.';
comment on column analytics.monthly_acquisition.cac is
  'Spend per new customer in units of currency, over the longest period of the month of which both are known. Null if unknown or if there are none.';
comment on column analytics.monthly_acquisition.partial is 'Whether the ad reports or the orders begin or end within the month.';
comment on column analytics.monthly_acquisition.currency is 'The brand''s currency, an ISO 4217 code.';
grant select on analytics.monthly_acquisition to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create view analytics.customer_ltv
with (security_invoker = true)
as
select
  customers.brand_id,
  customers.cohort_month,
  count(*) as customers,
  sum(customers.orders) as orders,
  sum(customers.revenue) as revenue,
  sum(customers.revenue) / count(*) as ltv,
  case when (customers.cohort_month + interval '1 month 30 days')::date <= status.last_on + 1 then sum(early.revenue_30) / count(*) end as ltv_30,
  case when (customers.cohort_month + interval '1 month 90 days')::date <= status.last_on + 1 then sum(early.revenue_90) / count(*) end as ltv_90,
  case when (customers.cohort_month + interval '1 month 365 days')::date <= status.last_on + 1 then sum(early.revenue_365) / count(*) end as ltv_365,
  acquisition.cac,
  customers.currency
from analytics.customers
join analytics.data_status as status on status.brand_id = customers.brand_id and status.kind = 'orders'
left join analytics.monthly_acquisition as acquisition
  on acquisition.brand_id = customers.brand_id and acquisition.month = customers.cohort_month
cross join lateral (
  select
    coalesce(sum(orders.revenue_micros - orders.refunded_micros) filter (where orders.ordered_at < customers.first_ordered_at + interval '30 days'), 0)
      / 1000000.0 as revenue_30,
    coalesce(sum(orders.revenue_micros - orders.refunded_micros) filter (where orders.ordered_at < customers.first_ordered_at + interval '90 days'), 0)
      / 1000000.0 as revenue_90,
    coalesce(sum(orders.revenue_micros - orders.refunded_micros) filter (where orders.ordered_at < customers.first_ordered_at + interval '365 days'), 0)
      / 1000000.0 as revenue_365
  from analytics.orders
  where orders.brand_id = customers.brand_id and orders.person_id = customers.person_id
) as early
where customers.cohort_month is not null
group by customers.brand_id, customers.cohort_month, customers.currency, status.last_on, acquisition.cac;
comment on view analytics.customer_ltv is
  'Lifetime value by month of first order, with the acquisition cost of that month. Values are revenue less refunds, not profit.';
comment on column analytics.customer_ltv.brand_id is 'The brand.';
comment on column analytics.customer_ltv.cohort_month is 'The first day of the month of the first order, in the time zone of the brand.';
comment on column analytics.customer_ltv.customers is 'Number of customers with their first order in the month.';
comment on column analytics.customer_ltv.orders is 'Number of all their orders so far.';
comment on column analytics.customer_ltv.revenue is 'Revenue of all their orders so far, less refunds, in units of currency.';
comment on column analytics.customer_ltv.ltv is 'revenue divided by customers. To compare cohorts, use ltv_30, ltv_90 or ltv_365.';
comment on column analytics.customer_ltv.ltv_30 is 'Revenue per customer in the first 30 days. Null until they have passed for every customer.';
comment on column analytics.customer_ltv.ltv_90 is 'Revenue per customer in the first 90 days. Null until they have passed for every customer.';
comment on column analytics.customer_ltv.ltv_365 is 'Revenue per customer in the first 365 days. Null until they have passed for every customer.';
comment on column analytics.customer_ltv.cac is 'Acquisition cost of the month, from analytics.monthly_acquisition. Null if unknown.';
comment on column analytics.customer_ltv.currency is 'The brand''s currency, an ISO 4217 code.';
grant select on analytics.customer_ltv to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
