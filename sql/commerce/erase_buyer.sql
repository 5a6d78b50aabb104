create function commerce.buyer_transactions(brand_id text, buyer_references text[], order_ids text[])
returns text[]
language sql stable
return array(
  select held.transaction_id
  from commerce.transactions as held
  where held.brand_id = buyer_transactions.brand_id
    and (held.buyer_reference = any (buyer_transactions.buyer_references) or held.merchant_order_id = any (buyer_transactions.order_ids))
  order by held.transaction_id
);
comment on function commerce.buyer_transactions(text, text[], text[]) is
  'Returns the orders of agents that name a buyer by one of these references, or that the merchant reported as one of these orders of the store.';

create function commerce.erase_buyer(brand_id text, buyer_references text[], order_ids text[])
returns json
language plpgsql volatile
as $$
declare
  v_transactions constant text[] := commerce.buyer_transactions(erase_buyer.brand_id, erase_buyer.buyer_references, erase_buyer.order_ids);
  v_negotiations text[];
  v_reviews bigint;
begin
  update commerce.transactions as held
  set
    buyer_reference = null, order_url = null, payment_reference = null, cancellation_reason = null, person_id = null, agent = held.agent - 'session_id',
    updated_at = platform.now()
  where held.brand_id = erase_buyer.brand_id and held.transaction_id = any (v_transactions);
  update commerce.adjustments as held
  set note = null
  where held.brand_id = erase_buyer.brand_id and held.transaction_id = any (v_transactions);
  update commerce.confirmation_windows as held
  set note = null
  where held.brand_id = erase_buyer.brand_id and held.transaction_id = any (v_transactions);
  update commerce.dispute_statements as held
  set statement = '[erased]', evidence_urls = '{}'
  from commerce.disputes
  where disputes.brand_id = erase_buyer.brand_id and disputes.transaction_id = any (v_transactions)
    and held.brand_id = disputes.brand_id and held.dispute_id = disputes.dispute_id;
  update commerce.price_holds as held
  set person_id = null
  where held.brand_id = erase_buyer.brand_id and held.transaction_id = any (v_transactions);
  with erased as (
    update commerce.negotiations as held
    set person_id = null, agent = held.agent - 'session_id'
    where held.brand_id = erase_buyer.brand_id and held.transaction_id = any (v_transactions)
    returning held.negotiation_id
  )
  select coalesce(pg_catalog.array_agg(erased.negotiation_id), '{}') into v_negotiations from erased;
  update commerce.negotiation_offers as held
  set message = null
  where held.brand_id = erase_buyer.brand_id and held.negotiation_id = any (v_negotiations);
  update commerce.feedback as held
  set comment = null, agent = held.agent - 'session_id'
  where held.brand_id = erase_buyer.brand_id
    and (held.subject_type, held.subject_id) in (
      select 'transaction', given.id from pg_catalog.unnest(v_transactions) as given (id)
      union all
      select 'negotiation', given.id from pg_catalog.unnest(v_negotiations) as given (id)
    );
  update storefront.reviews as held
  set author = null
  where held.brand_id = erase_buyer.brand_id and held.author = any (erase_buyer.buyer_references);
  get diagnostics v_reviews = row_count;
  return pg_catalog.json_build_object('transactions', pg_catalog.cardinality(v_transactions), 'reviews', v_reviews);
end
$$;
comment on function commerce.erase_buyer(text, text[], text[]) is
  'Makes the orders of a buyer anonymous (commerce.buyer_transactions), with their disputes, negotiations, holds and feedback: references, free texts, and '
  'the session and person of the agent. Also removes the author of reviews that has one of these references. Amounts, products and times stay. '
  'Returns the numbers of orders and reviews.';

grant execute on function commerce.buyer_transactions(text, text[], text[]), commerce.erase_buyer(text, text[], text[]) to vitrine_worker;
