create function storefront.ucp_order_lines(brand_id text, transaction_id text)
returns table (
  number smallint, item_id text, title text, unit_amount numeric, quantity integer, quantity_fulfilled integer, quantity_total integer, amount numeric,
  status text
)
language sql stable
as $$
  select
    items.position, coalesce(items.product_id, items.bundle_id), items.title, storefront.amount_minor(items.unit_price_micros, currencies), items.quantity,
    case when progress.is_fulfilled then items.quantity else 0 end,
    case when progress.is_canceled then 0 else items.quantity end,
    storefront.amount_minor(items.unit_price_micros, currencies) * items.quantity,
    case when progress.is_canceled then 'removed' when progress.is_fulfilled then 'fulfilled' else 'processing' end
  from commerce.transactions as held
  join core.currencies on currencies.currency = held.currency
  join commerce.transaction_items as items on items.brand_id = held.brand_id and items.transaction_id = held.transaction_id
  left join commerce.confirmation_windows as windows on windows.brand_id = held.brand_id and windows.transaction_id = held.transaction_id
  cross join lateral (
    select
      held.status = 'canceled' as is_canceled,
      -- A canceled order was fulfilled before if its confirmation window was opened.
      held.status in ('fulfilled', 'awaiting_confirmation', 'disputed', 'completed') or windows.opened_at is not null as is_fulfilled
  ) as progress
  where held.brand_id = ucp_order_lines.brand_id and held.transaction_id = ucp_order_lines.transaction_id
  order by items.position;
$$;
comment on function storefront.ucp_order_lines(text, text) is
  'Returns the lines of an order with amounts in minor units (Universal Commerce Protocol, Order Line Item). quantity_fulfilled is the delivered quantity, '
  'quantity_total is 0 for a canceled order. status is processing, fulfilled or removed. All lines have the same status, because the merchant reports '
  'the progress of the whole order.';

create function storefront.ucp_order_adjustments(brand_id text, transaction_id text)
returns table (number smallint, type text, status text, amount numeric, note text, reported_at timestamptz)
language sql stable
as $$
  select
    adjustments.position, adjustments.type, adjustments.status,
    case when adjustments.type in ('refund', 'credit', 'return', 'cancellation')
      then -storefront.amount_minor(adjustments.amount_micros, currencies)
    end,
    adjustments.note, adjustments.reported_at
  from commerce.transactions as held
  join core.currencies on currencies.currency = held.currency
  join commerce.adjustments on adjustments.brand_id = held.brand_id and adjustments.transaction_id = held.transaction_id
  where held.brand_id = ucp_order_adjustments.brand_id and held.transaction_id = ucp_order_adjustments.transaction_id
  order by adjustments.position;
$$;
comment on function storefront.ucp_order_adjustments(text, text) is
  'Returns the adjustments of an order (Universal Commerce Protocol, Order Adjustment). amount is in minor units and negative: the buyer gets the money '
  'back. amount is null for an adjustment whose direction the merchant does not report, such as an exchange or a price adjustment.';

create function storefront.ucp_order_totals(amount numeric)
returns json
language sql immutable
return pg_catalog.json_build_array(
  pg_catalog.json_build_object('type', 'subtotal', 'amount', ucp_order_totals.amount),
  pg_catalog.json_build_object('type', 'total', 'amount', ucp_order_totals.amount)
);
comment on function storefront.ucp_order_totals(numeric) is
  'Returns the totals of an order or a line. Both are equal, because the merchant reports no shipping, taxes or discounts.';

create function storefront.ucp_show_order(brand_id text, transaction_id text, base_url text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(ucp_show_order.brand_id);
  v_order commerce.transactions;
  v_page text;
begin
  select held.* into strict v_order
  from commerce.transactions as held
  where held.brand_id = v_brand_id and held.transaction_id = ucp_show_order.transaction_id;
  -- An order exists for the protocol after the merchant has confirmed it.
  if v_order.merchant_order_id is null then
    return storefront.ucp_error('order_not_reported', pg_catalog.jsonb_build_array(
      pg_catalog.jsonb_build_object('code', 'order_not_reported', 'order_status', v_order.status)
    ));
  end if;
  v_page := storefront.web_address(v_order.order_url);
  return (
    select pg_catalog.json_build_object(
      'ucp', storefront.ucp_envelope(),
      'id', v_order.transaction_id,
      'label', v_order.merchant_order_id,
      'checkout_id', coalesce(v_order.checkout_id, v_order.transaction_id),
      'permalink_url', coalesce(v_page, storefront.handoff_url(ucp_show_order.base_url, ucp_show_order.brand_id, v_order.handoff_token)),
      'line_items', pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'id', 'li_' || lines.number,
          'item', pg_catalog.json_build_object('id', lines.item_id, 'title', lines.title, 'price', lines.unit_amount),
          'quantity', pg_catalog.json_build_object('original', lines.quantity, 'total', lines.quantity_total, 'fulfilled', lines.quantity_fulfilled),
          'totals', storefront.ucp_order_totals(lines.amount),
          'status', lines.status
        )
        order by lines.number
      ),
      'fulfillment', '{}'::json,
      'adjustments', coalesce(
        (
          select pg_catalog.json_agg(
            pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
              'id', 'adj_' || changes.number,
              'type', changes.type,
              'occurred_at', platform.utc(changes.reported_at),
              'status', changes.status,
              'totals', case when changes.amount is not null then
                pg_catalog.json_build_array(pg_catalog.json_build_object('type', 'total', 'amount', changes.amount))
              end,
              'description', changes.note
            ))
            order by changes.number
          )
          from storefront.ucp_order_adjustments(v_brand_id, v_order.transaction_id) as changes
        ), '[]'
      ),
      'currency', v_order.currency,
      'totals', storefront.ucp_order_totals(sum(lines.amount)),
      -- Reports that an order of the protocol has no member for, and what is not reported.
      'messages', (
        select pg_catalog.json_agg(pg_catalog.json_build_object('type', 'info', 'code', message.code) order by message.number)
        from (
          values
            (1, case v_order.status when 'canceled' then 'order_canceled' when 'disputed' then 'order_disputed' end),
            (2, nullif(v_order.payment_state, 'unreported')),
            (3, case when v_page is null then 'permalink_not_reported' end),
            (4, 'total_of_items')
        ) as message (number, code)
        where message.code is not null
      )
    )
    from storefront.ucp_order_lines(v_brand_id, v_order.transaction_id) as lines
  );
end
$$;
comment on function storefront.ucp_show_order(text, text, text) is
  'Returns an order as its merchant has reported it (Universal Commerce Protocol, Order). The server adds the sentences of its messages. The status of '
  'ucp is error for an order that the merchant has not confirmed.';

create function storefront.ucp_order(brand_id text, transaction_id text, base_url text default '')
returns json
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(ucp_order.brand_id, ucp_order.transaction_id, is_read => true);
begin
  return storefront.ucp_show_order(ucp_order.brand_id, v_transaction.transaction_id, ucp_order.base_url);
end
$$;
comment on function storefront.ucp_order(text, text, text) is
  'GET /orders/{transaction_id} of the Universal Commerce Protocol: returns the present state of an order.';

grant execute on function storefront.ucp_order_lines(text, text), storefront.ucp_order_adjustments(text, text)
to vitrine_key, vitrine_simulated, vitrine_worker, vitrine_analyst;
grant execute on function storefront.ucp_order_totals(numeric), storefront.ucp_show_order(text, text, text), storefront.ucp_envelope(boolean)
to vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function storefront.ucp_order(text, text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('storefront.ucp_order', 'write:negotiation', brand => 'shown', access => 'write');
