create function storefront.find_checkout(brand_id text, checkout_id text)
returns storefront.checkouts
language plpgsql stable
as $$
declare
  v_checkout storefront.checkouts;
begin
  select held.* into v_checkout
  from storefront.checkouts as held
  where held.brand_id = find_checkout.brand_id and held.checkout_id = find_checkout.checkout_id;
  return storefront.quoted_checkout(v_checkout);
end
$$;
comment on function storefront.find_checkout(text, text) is 'Returns a checkout session, or null for an unknown one and for one of another shop.';

create function storefront.lock_checkout(brand_id text, checkout_id text)
returns storefront.checkouts
language plpgsql volatile
as $$
declare
  v_checkout storefront.checkouts;
begin
  select held.* into v_checkout
  from storefront.checkouts as held
  where held.brand_id = lock_checkout.brand_id and held.checkout_id = lock_checkout.checkout_id
  for update;
  return storefront.quoted_checkout(v_checkout);
end
$$;
comment on function storefront.lock_checkout(text, text) is
  'As storefront.find_checkout, with a lock of the row: concurrent changes of a session run one after another.';

create function storefront.checkout_error(code text)
returns json
language sql stable
return pg_catalog.json_build_object(
  'ucp', storefront.ucp_envelope('dev.ucp.shopping.checkout', 'error'),
  'messages', pg_catalog.json_build_array(pg_catalog.json_build_object('type', 'error', 'code', checkout_error.code, 'severity', 'unrecoverable'))
);
comment on function storefront.checkout_error(text) is
  'Returns the response for a session that does not exist or cannot be created (Universal Commerce Protocol, Error Handling).';

create function storefront.checkout_lines(brand_id text, line_items jsonb)
returns table (number bigint, item_id text, quantity integer, title text, unit_amount numeric, currency text, link text, problem text)
language plpgsql stable
as $$
begin
  return query
  select
    asked.number, asked.line ->> 'item_id', (asked.line ->> 'quantity')::integer, coalesce(asked.line ->> 'title', held.title),
    storefront.amount_minor(coalesce((asked.line ->> 'unit_price_micros')::bigint, held.price_micros), currencies), currencies.currency, storefront.web_address(held.link),
    case
      -- The prices and the stock of a session with quotes are those of its order.
      when asked.line ? 'unit_price_micros' then null
      when held.product_id is null
        or held.currency <> pg_catalog.first_value(held.currency) over (order by held.currency is null, asked.number)
        or storefront.amount_minor(held.price_micros, currencies) * (asked.line ->> 'quantity')::integer > 1e14
      then 'item_unavailable'
      -- The stock that the shop last reported. A quantity of 0 is one that it does not report.
      when held.availability = 'out_of_stock' or (held.quantity > 0 and held.quantity < (asked.line ->> 'quantity')::integer) then 'out_of_stock'
    end
  from pg_catalog.jsonb_array_elements(checkout_lines.line_items) with ordinality as asked (line, number)
  left join storefront.products as held on held.brand_id = checkout_lines.brand_id and held.product_id = asked.line ->> 'item_id'
  left join core.currencies on currencies.currency = coalesce(asked.line ->> 'currency', held.currency)
  order by asked.number;
end
$$;
comment on function storefront.checkout_lines(text, jsonb) is
  'Returns the lines of a checkout session with their present prices in minor units. problem is item_unavailable for a product that is not in the '
  'catalog or not in the currency of the first line, out_of_stock for one without enough reported stock, or null.';

create function storefront.show_checkout(checkout storefront.checkouts, base_url text, refusal text default null)
returns json
language plpgsql stable
as $$
declare
  v_order constant json := storefront.checkout_order(show_checkout.checkout, show_checkout.base_url);
  v_is_expired constant boolean := show_checkout.checkout.expires_at <= platform.now() and v_order is null;
  v_is_over constant boolean := show_checkout.checkout.is_canceled or v_is_expired;
  v_has_problem boolean;
  v_lines json;
  v_total numeric;
  v_currency text;
  v_problems jsonb;
begin
  with lines as materialized (
    select line.*, pg_catalog.row_number() over (partition by line.problem is not distinct from 'item_unavailable' order by line.number) - 1 as place
    from storefront.checkout_lines(show_checkout.checkout.brand_id, show_checkout.checkout.line_items) as line
  )
  select
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'id', 'li_' || lines.number,
        'item', pg_catalog.json_build_object('id', lines.item_id, 'title', lines.title, 'price', lines.unit_amount),
        'quantity', lines.quantity,
        'totals', pg_catalog.json_build_array(
          pg_catalog.json_build_object('type', 'subtotal', 'amount', lines.unit_amount * lines.quantity),
          pg_catalog.json_build_object('type', 'total', 'amount', lines.unit_amount * lines.quantity)
        )
      )
      order by lines.number
    ) filter (where lines.problem is distinct from 'item_unavailable'),
    coalesce(sum(lines.unit_amount * lines.quantity) filter (where lines.problem is distinct from 'item_unavailable'), 0),
    min(lines.currency) filter (where lines.problem is distinct from 'item_unavailable'),
    pg_catalog.jsonb_agg(
      pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
        'type', 'error', 'code', lines.problem, 'severity', 'recoverable', 'item_id', lines.item_id,
        'path', case when lines.problem = 'out_of_stock' then '$.line_items[' || lines.place || ']' end
      ))
      order by lines.number
    ) filter (where lines.problem is not null)
  into v_lines, v_total, v_currency, v_problems
  from lines;
  v_has_problem := v_problems is not null;
  return pg_catalog.json_strip_nulls(pg_catalog.json_build_object(
    'ucp', storefront.ucp_envelope('dev.ucp.shopping.checkout'),
    'id', show_checkout.checkout.checkout_id,
    'status', case when v_is_over then 'canceled' when v_order is not null then 'completed' when v_has_problem then 'incomplete' else 'requires_escalation' end,
    'line_items', coalesce(v_lines, '[]'),
    'currency', coalesce(
      v_currency, (select catalogs.currencies[1] from storefront.catalogs where catalogs.brand_id = show_checkout.checkout.brand_id), 'USD'
    ),
    'totals', pg_catalog.json_build_array(
      pg_catalog.json_build_object('type', 'subtotal', 'amount', v_total), pg_catalog.json_build_object('type', 'total', 'amount', v_total)
    ),
    'messages', case when show_checkout.refusal is not null then pg_catalog.jsonb_build_array(
        pg_catalog.jsonb_build_object('type', 'error', 'code', show_checkout.refusal, 'severity', 'unrecoverable')
      ) else '[]' end
      || case
        when v_is_expired and not show_checkout.checkout.is_canceled then '[{"type": "info", "code": "checkout_expired"}]'::jsonb
        when v_is_over or v_order is not null then '[]'
        when v_has_problem then v_problems
        else '[{"type": "error", "code": "buyer_handoff_required", "severity": "requires_buyer_input"}]'
      end
      || '[{"type": "info", "code": "total_of_items"}]',
    'links', coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('type', page.type, 'url', storefront.web_address(page.url)) order by page.type)
      from storefront.shops
      cross join lateral (
        values ('privacy_policy', shops.privacy_policy), ('refund_policy', shops.returns_policy), ('terms_of_service', shops.terms_of_service)
      ) as page (type, url)
      where shops.brand_id = show_checkout.checkout.brand_id and storefront.web_address(page.url) is not null
    ), '[]'),
    'expires_at', platform.utc(show_checkout.checkout.expires_at),
    'negotiation', storefront.applied_quotes(show_checkout.checkout),
    'order', v_order,
    'continue_url', case when not v_is_over and v_order is null then
      show_checkout.base_url || '/api/storefront/' || show_checkout.checkout.brand_id || '/handoff/' || show_checkout.checkout.handoff_token
    end
  ));
end
$$;
comment on function storefront.show_checkout(storefront.checkouts, text, text) is
  'Returns a checkout session. Without a problem its status is requires_escalation, because the buyer orders and pays in the checkout of the merchant, '
  'to which continue_url leads. refusal is the code of an operation that its status does not allow.';

create function storefront.checkout_refusal(checkout storefront.checkouts, base_url text)
returns json
language plpgsql stable
as $$
begin
  if checkout_refusal.checkout.checkout_id is null then
    return storefront.checkout_error('not_found');
  elsif checkout_refusal.checkout.is_canceled or checkout_refusal.checkout.expires_at <= platform.now()
    or storefront.checkout_order(checkout_refusal.checkout, checkout_refusal.base_url) is not null
  then
    return storefront.show_checkout(checkout_refusal.checkout, checkout_refusal.base_url, 'operation_not_allowed');
  end if;
  return null;
end
$$;
comment on function storefront.checkout_refusal(storefront.checkouts, text) is
  'Returns the response to a change of a session that does not exist, is canceled or completed, or has expired. Null for a session that can be changed.';

create function storefront.checkout_request(
  brand_id text, operation text, checkout_id text, platform text, idempotency_key text, request jsonb
)
returns storefront.checkout_requests
language plpgsql volatile
as $$
declare
  v_request storefront.checkout_requests;
  v_known storefront.checkout_requests;
begin
  if checkout_request.idempotency_key is null then
    return null;
  end if;
  v_request.brand_id := checkout_request.brand_id;
  v_request.request_key := pg_catalog.sha256(pg_catalog.convert_to(
    -- An array, because the address of a profile may contain any separator.
    pg_catalog.jsonb_build_array(
      checkout_request.operation, checkout_request.checkout_id, checkout_request.platform, pg_catalog.lower(checkout_request.idempotency_key)
    )::text,
    'UTF8'
  ));
  v_request.request_hash := pg_catalog.sha256(pg_catalog.convert_to(checkout_request.request::text, 'UTF8'));
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(checkout_request.brand_id || pg_catalog.encode(v_request.request_key, 'hex'), 0)
  );
  select held.* into v_known
  from storefront.checkout_requests as held
  where held.brand_id = v_request.brand_id and held.request_key = v_request.request_key;
  if v_known.request_hash <> v_request.request_hash then
    perform platform.fail('CNFLT', 'is_of_another_request', 'idempotency_key');
  end if;
  v_request.answer := v_known.answer;
  return v_request;
end
$$;
comment on function storefront.checkout_request(text, text, text, text, text, jsonb) is
  'Returns a request with an idempotency key, with the response if it was answered before. Null without a key. Raises CNFLT if the key was used for another request.';

create function storefront.keep_checkout_answer(request storefront.checkout_requests, answer json)
returns json
language plpgsql volatile
as $$
begin
  if keep_checkout_answer.request.request_key is not null then
    insert into storefront.checkout_requests (brand_id, request_key, request_hash, answer)
    values (
      keep_checkout_answer.request.brand_id, keep_checkout_answer.request.request_key, keep_checkout_answer.request.request_hash,
      keep_checkout_answer.answer
    );
  end if;
  return keep_checkout_answer.answer;
end
$$;
comment on function storefront.keep_checkout_answer(storefront.checkout_requests, json) is
  'Stores the response to a request with an idempotency key, and returns it.';

create function storefront.prune_checkouts()
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with requests as (
    delete from storefront.checkout_requests where checkout_requests.created_at < platform.now() - interval '2 days'
  ), pruned as (
    delete from storefront.checkouts where checkouts.expires_at < platform.now() - interval '1 day' returning true
  )
  select count(*) from pruned;
$$;
comment on function storefront.prune_checkouts() is
  'Deletes checkout sessions a day after they expire, and responses of idempotency keys after two days. Returns the number of sessions.';
revoke execute on function storefront.prune_checkouts() from public;

grant execute on function
  storefront.find_checkout(text, text),
  storefront.lock_checkout(text, text),
  storefront.checkout_error(text),
  storefront.checkout_lines(text, jsonb),
  storefront.show_checkout(storefront.checkouts, text, text),
  storefront.checkout_refusal(storefront.checkouts, text),
  storefront.checkout_request(text, text, text, text, text, jsonb),
  storefront.keep_checkout_answer(storefront.checkout_requests, json)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
