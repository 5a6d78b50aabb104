create function commerce.show_transaction(brand_id text, transaction_id text, base_url text)
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'id', held.transaction_id,
      'brand_id', show_transaction.brand_id,
      'status', held.status,
      'version', held.version,
      'items', items.items,
      'totals', pg_catalog.json_build_array(
        pg_catalog.json_build_object('type', 'items', 'amount', commerce.money(items.total_micros::bigint, held.currency))
      ),
      'currency', held.currency,
      'handoff', pg_catalog.json_build_object(
        'url', storefront.handoff_url(show_transaction.base_url, show_transaction.brand_id, held.handoff_token),
        'token', held.handoff_token, 'expires_at', platform.utc(held.expires_at), 'opened_at', platform.utc(held.handed_off_at)
      ),
      'agent', held.agent,
      'verified_agent', held.verified_agent,
      'buyer_reference', held.buyer_reference,
      'merchant_order_id', held.merchant_order_id,
      'order_url', storefront.web_address(held.order_url),
      'checkout_id', held.checkout_id,
      'payment', pg_catalog.json_build_object(
        'state', held.payment_state, 'reported_by', case when held.payment_reported_at is not null then 'merchant' end,
        'method', held.payment_method, 'reference', held.payment_reference, 'reported_at', platform.utc(held.payment_reported_at)
      ),
      'confirmation_window', case when windows.transaction_id is null then pg_catalog.json_build_object(
        'state', 'none', 'days', null, 'opened_at', null, 'closes_at', null, 'acted_at', null, 'note', null
      ) else pg_catalog.json_build_object(
        'state', windows.status, 'days', windows.days, 'opened_at', platform.utc(windows.opened_at), 'closes_at', platform.utc(windows.expires_at),
        'acted_at', platform.utc(windows.acted_at), 'note', windows.note
      ) end,
      'dispute_id', (
        select disputes.dispute_id from commerce.disputes where disputes.brand_id = held.brand_id and disputes.transaction_id = held.transaction_id
      ),
      'adjustments', coalesce(
        (
          select pg_catalog.json_agg(
            pg_catalog.json_build_object(
              'type', adjustments.type, 'status', adjustments.status, 'amount', commerce.money(adjustments.amount_micros, held.currency),
              'note', adjustments.note, 'reported_at', platform.utc(adjustments.reported_at)
            )
            order by adjustments.position
          )
          from commerce.adjustments
          where adjustments.brand_id = held.brand_id and adjustments.transaction_id = held.transaction_id
        ), '[]'
      ),
      'completion_reason', held.completion_reason,
      'cancellation_reason', held.cancellation_reason,
      'next_actions', commerce.allowed_actions('transaction', held.status, commerce.actors(show_transaction.brand_id, held.created_by, held.person_id)),
      'created_at', platform.utc(held.created_at),
      'updated_at', platform.utc(held.updated_at)
    )
    from commerce.transactions as held
    left join commerce.confirmation_windows as windows on windows.brand_id = held.brand_id and windows.transaction_id = held.transaction_id
    cross join lateral (
      select
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'product_id', parts.product_id, 'bundle_id', parts.bundle_id, 'title', parts.title, 'quantity', parts.quantity,
            'availability', commerce.availability(held.brand_id, parts.product_id, parts.bundle_id, parts.quantity, parts.transaction_id),
            'unit_price', commerce.money(parts.unit_price_micros, held.currency), 'terms', parts.terms, 'hold_id', parts.hold_id
          )
          order by parts.position
        ) as items,
        sum(parts.unit_price_micros::numeric * parts.quantity) as total_micros
      from commerce.transaction_items as parts
      where parts.brand_id = held.brand_id and parts.transaction_id = held.transaction_id
    ) as items
    where held.brand_id = core.data_brand_id(show_transaction.brand_id) and held.transaction_id = show_transaction.transaction_id
  );
end
$$;
comment on function commerce.show_transaction(text, text, text) is
  'Returns an order as both sides see it. The payment state is the merchant''s report.';

grant execute on function commerce.show_transaction(text, text, text) to vitrine_key, vitrine_simulated, vitrine_worker;
