create function analytics.person_data(brand_id text, person_id text)
returns table (table_name text, record jsonb)
language plpgsql stable
as $$
declare
  v_visitors constant text[] := analytics.person_visitors(person_data.brand_id, array[person_data.person_id]);
  v_orders constant text[] := array(
    select held.order_id from analytics.orders as held
    where held.brand_id = person_data.brand_id and (held.visitor_id = any (v_visitors) or held.person_id = any (v_visitors))
  );
  v_transactions constant text[] := commerce.buyer_transactions(person_data.brand_id, v_visitors, v_orders);
begin
  return query
  select 'analytics.orders', pg_catalog.to_jsonb(held) from analytics.orders as held
  where held.brand_id = person_data.brand_id and held.order_id = any (v_orders)
  union all
  select 'analytics.touchpoints', pg_catalog.to_jsonb(held) from analytics.touchpoints as held
  where held.brand_id = person_data.brand_id and (held.visitor_id = any (v_visitors) or held.person_id = any (v_visitors))
  union all
  select 'analytics.identity_links', pg_catalog.to_jsonb(held) from analytics.identity_links as held
  where held.brand_id = person_data.brand_id and (held.visitor_id = any (v_visitors) or held.linked_id = any (v_visitors))
  union all
  select 'analytics.ga4_transactions', pg_catalog.to_jsonb(held) from analytics.ga4_transactions as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_orders)
  union all
  select 'sources.data_requests', pg_catalog.to_jsonb(held) from sources.data_requests as held
  where held.brand_id = person_data.brand_id and (held.customer_id = any (v_visitors) or held.order_ids && v_orders)
  union all
  select 'commerce.transactions', pg_catalog.to_jsonb(held) - 'handoff_token' from commerce.transactions as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.transaction_items', pg_catalog.to_jsonb(held) from commerce.transaction_items as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.adjustments', pg_catalog.to_jsonb(held) from commerce.adjustments as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.confirmation_windows', pg_catalog.to_jsonb(held) from commerce.confirmation_windows as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.disputes', pg_catalog.to_jsonb(held) from commerce.disputes as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.dispute_statements', pg_catalog.to_jsonb(held)
  from commerce.dispute_statements as held
  join commerce.disputes on disputes.brand_id = held.brand_id and disputes.dispute_id = held.dispute_id
  where held.brand_id = person_data.brand_id and disputes.transaction_id = any (v_transactions)
  union all
  select 'commerce.price_holds', pg_catalog.to_jsonb(held) from commerce.price_holds as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.negotiations', pg_catalog.to_jsonb(held) from commerce.negotiations as held
  where held.brand_id = person_data.brand_id and held.transaction_id = any (v_transactions)
  union all
  select 'commerce.negotiation_offers', pg_catalog.to_jsonb(held)
  from commerce.negotiation_offers as held
  join commerce.negotiations on negotiations.brand_id = held.brand_id and negotiations.negotiation_id = held.negotiation_id
  where held.brand_id = person_data.brand_id and negotiations.transaction_id = any (v_transactions)
  union all
  select 'commerce.feedback', pg_catalog.to_jsonb(held) from commerce.feedback as held
  where held.brand_id = person_data.brand_id
    and (
      held.subject_type = 'transaction' and held.subject_id = any (v_transactions)
      or held.subject_type = 'negotiation' and held.subject_id in (
        select negotiations.negotiation_id from commerce.negotiations
        where negotiations.brand_id = held.brand_id and negotiations.transaction_id = any (v_transactions)
      )
    )
  union all
  select 'storefront.reviews', pg_catalog.to_jsonb(held) from storefront.reviews as held
  where held.brand_id = person_data.brand_id and held.author = any (v_visitors);
end
$$;
comment on function analytics.person_data(text, text) is
  'Returns what is stored of a customer of a brand, given by any of the visitor ids: the rows that analytics.erase_person deletes or makes anonymous, and '
  'the rest of these orders.';
grant execute on function analytics.person_data(text, text) to vitrine_worker;
