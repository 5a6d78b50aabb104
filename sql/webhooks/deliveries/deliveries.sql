create function webhooks.show_delivery(delivery webhooks.deliveries)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'id', (show_delivery.delivery).delivery_id,
    'event_id', (show_delivery.delivery).event_id,
    'type', (show_delivery.delivery).type,
    'brand_id', (show_delivery.delivery).brand_id,
    'status', (show_delivery.delivery).status,
    'created_at', platform.utc((show_delivery.delivery).created_at),
    'delivered_at', platform.utc((show_delivery.delivery).delivered_at),
    'next_attempt_at', platform.utc((show_delivery.delivery).next_attempt_at),
    'attempts', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'attempt', attempts.attempt, 'attempted_at', platform.utc(attempts.attempted_at), 'status', attempts.status,
            'latency_ms', attempts.latency_ms, 'answer', attempts.answer, 'error', attempts.error
          )
          order by attempts.attempt
        )
        from webhooks.attempts
        where attempts.brand_id = (show_delivery.delivery).brand_id and attempts.delivery_id = (show_delivery.delivery).delivery_id
      ), '[]'
    )
  );
$$;
comment on function webhooks.show_delivery(webhooks.deliveries) is 'Returns a delivery with its attempts, as in every response.';

create function webhooks.deliveries(id text, status text default null, cursor text default null, "limit" integer default 50)
returns json
language plpgsql stable
as $$
declare
  v_written bigint;
begin
  perform webhooks.require_endpoint(deliveries.id);
  if deliveries.cursor is not null then
    select held.written into v_written
    from webhooks.deliveries as held
    where held.endpoint_id = deliveries.id and held.delivery_id = deliveries.cursor;
    if v_written is null then
      perform platform.fail('BADRQ', 'is_not_a_delivery_of_this_endpoint', 'cursor');
    end if;
  end if;
  return (
    with page as (
      select held as delivery, held.delivery_id, held.written
      from webhooks.deliveries as held
      where held.endpoint_id = deliveries.id
        and (deliveries.status is null or held.status = deliveries.status)
        and (v_written is null or held.written < v_written)
      order by held.written desc
      limit deliveries."limit"
    )
    select pg_catalog.json_build_object(
      'data', coalesce(pg_catalog.json_agg(webhooks.show_delivery(page.delivery) order by page.written desc), '[]'),
      'next_cursor', case when count(*) = deliveries."limit" then (pg_catalog.array_agg(page.delivery_id order by page.written))[1] end
    )
    from page
  );
end
$$;
comment on function webhooks.deliveries(text, text, text, integer) is
  'GET /api/webhooks/{id}/deliveries: returns the deliveries of an endpoint with their attempts, newest first. Raises NTFND for an unknown '
  'endpoint and BADRQ for an invalid cursor.';
grant execute on function webhooks.show_delivery(webhooks.deliveries), webhooks.deliveries(text, text, text, integer) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('webhooks.deliveries', 'write:webhooks', brand => 'none', served_by => '{webhooks,console}');
