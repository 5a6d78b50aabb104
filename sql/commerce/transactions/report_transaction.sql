create function commerce.require_refundable(brand_id text, transaction_id text, adjustment jsonb)
returns void
language plpgsql stable
as $$
declare
  v_left bigint;
begin
  if require_refundable.adjustment ->> 'type' not in ('refund', 'credit') or require_refundable.adjustment ->> 'status' = 'failed' then
    return;
  end if;
  -- A refund that is pending can be reported again as completed, so only completed ones are subtracted.
  select ordered.micros - refunded.micros into v_left
  from (
    select sum(items.unit_price_micros * items.quantity) as micros
    from commerce.transaction_items as items
    where items.brand_id = require_refundable.brand_id and items.transaction_id = require_refundable.transaction_id
  ) as ordered
  cross join (
    select coalesce(sum(earlier.amount_micros), 0) as micros
    from commerce.adjustments as earlier
    where earlier.brand_id = require_refundable.brand_id and earlier.transaction_id = require_refundable.transaction_id
      and earlier.type in ('refund', 'credit') and earlier.status = 'completed'
  ) as refunded;
  if (require_refundable.adjustment ->> 'amount')::numeric * 1000000 > v_left then
    perform platform.fail('BADRQ', 'is_above_what_is_left_to_refund', 'adjustment.amount', (
      select pg_catalog.json_build_object('amount', pg_catalog.round(greatest(v_left, 0) * 0.000001, currencies.exponent), 'currency', currencies.currency)
      from commerce.transactions as held
      join core.currencies using (currency)
      where held.brand_id = require_refundable.brand_id and held.transaction_id = require_refundable.transaction_id
    ));
  end if;
end
$$;
comment on function commerce.require_refundable(text, text, jsonb) is
  'Raises BADRQ with the amount that is left if the refunds and credits of an order would be above the total of its items.';

create function commerce.report_transaction(
  brand_id text,
  transaction_id text,
  action text default null,
  merchant_order_id text default null,
  order_url text default null,
  reason text default null,
  payment jsonb default null,
  adjustment jsonb default null,
  version integer default null,
  base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(report_transaction.brand_id, report_transaction.transaction_id);
begin
  perform commerce.require_merchant(v_transaction.created_by, v_transaction.person_id);
  perform commerce.require_version(v_transaction.version, report_transaction.version);
  perform platform.fail_for(array[
    case
      when pg_catalog.num_nonnulls(
        report_transaction.action, report_transaction.payment, report_transaction.adjustment, report_transaction.order_url
      ) = 0
        then platform.fault('nothing_is_reported', 'action')
    end,
    case
      when report_transaction.action = 'confirm' then case
        when report_transaction.merchant_order_id is null then platform.fault('is_required_to_confirm', 'merchant_order_id')
      end
      when report_transaction.merchant_order_id is not null then platform.fault('is_only_for_action_confirm', 'merchant_order_id')
    end,
    case
      when report_transaction.action = 'cancel' then case
        when report_transaction.reason is null then platform.fault('is_required_to_cancel', 'reason')
      end
      when report_transaction.reason is not null then platform.fault('is_only_for_action_cancel', 'reason')
    end
  ]);
  update commerce.transactions as held
  set
    merchant_order_id = coalesce(report_transaction.merchant_order_id, held.merchant_order_id),
    order_url = coalesce(report_transaction.order_url, held.order_url),
    cancellation_reason = case when report_transaction.action = 'cancel' then report_transaction.reason else held.cancellation_reason end,
    handed_off_at = case when report_transaction.action = 'acknowledge' then platform.now() else held.handed_off_at end,
    payment_state = coalesce(report_transaction.payment ->> 'state', held.payment_state),
    payment_method = case when report_transaction.payment is null then held.payment_method else report_transaction.payment ->> 'method' end,
    payment_reference = case when report_transaction.payment is null then held.payment_reference else report_transaction.payment ->> 'reference' end,
    payment_reported_at = case when report_transaction.payment is null then held.payment_reported_at else platform.now() end,
    version = held.version + 1,
    updated_at = platform.now()
  where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
  if report_transaction.adjustment is not null then
    -- The update above locks the order, so that two reports do not refund the same amount.
    perform commerce.require_refundable(v_transaction.brand_id, v_transaction.transaction_id, report_transaction.adjustment);
    insert into commerce.adjustments (brand_id, transaction_id, position, type, status, amount_micros, note, created_by)
    select
      v_transaction.brand_id, v_transaction.transaction_id,
      (
        select count(*) + 1
        from commerce.adjustments as earlier
        where earlier.brand_id = v_transaction.brand_id and earlier.transaction_id = v_transaction.transaction_id
      ),
      given.type, given.status, case when given.amount is not null then commerce.micros(given.amount, v_transaction.currency, 'adjustment') end,
      given.note, v_transaction.created_by
    from pg_catalog.jsonb_to_record(report_transaction.adjustment) as given (type text, status text, amount numeric, note text);
  end if;
  if report_transaction.action is not null then
    perform commerce.move('transaction', v_transaction.brand_id, v_transaction.transaction_id, report_transaction.action, 'merchant');
  end if;
  if report_transaction.action = 'fulfill' then
    perform commerce.open_window(v_transaction.brand_id, v_transaction.transaction_id);
  elsif report_transaction.action = 'cancel' then
    perform commerce.return_offers(v_transaction.brand_id, v_transaction.transaction_id);
  end if;
  return commerce.show_transaction(report_transaction.brand_id, report_transaction.transaction_id, report_transaction.base_url);
end
$$;
comment on function commerce.report_transaction(text, text, text, text, text, text, jsonb, jsonb, integer, text) is
  'POST /transactions/{transaction_id}/report: the merchant reports the progress of an order and of its payment.';

create function commerce.open_window(brand_id text, transaction_id text)
returns void
language plpgsql volatile
as $$
begin
  update commerce.confirmation_windows as held
  set opened_at = platform.now(), expires_at = platform.now() + pg_catalog.make_interval(days => held.days)
  where held.brand_id = open_window.brand_id and held.transaction_id = open_window.transaction_id;
  if not found then
    perform commerce.complete_transaction(open_window.brand_id, open_window.transaction_id, 'fulfilled');
    return;
  end if;
  perform commerce.move('transaction', open_window.brand_id, open_window.transaction_id, 'open_window', 'service');
  perform commerce.move('confirmation_window', open_window.brand_id, open_window.transaction_id, 'open', 'service');
end
$$;
comment on function commerce.open_window(text, text) is
  'Opens the confirmation window after delivery, if the order requested one. Otherwise completes the order.';

grant execute on function
  commerce.require_refundable(text, text, jsonb),
  commerce.report_transaction(text, text, text, text, text, text, jsonb, jsonb, integer, text),
  commerce.open_window(text, text)
to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.report_transaction', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true, served_by => '{commerce,console}', acts_for_shop => true);
