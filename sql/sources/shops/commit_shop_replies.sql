create function sources.orders_without_rates(source sources.sources, orders jsonb)
returns table (order_id text, day date)
language sql stable
as $$
  select given.order_id, ordered.day
  from core.brands
  cross join pg_catalog.jsonb_to_recordset(orders_without_rates.orders) as given (order_id text, ordered_at timestamptz, currency text)
  cross join lateral (select (given.ordered_at at time zone brands.timezone)::date as day) as ordered
  where brands.brand_id = (orders_without_rates.source).brand_id
    and given.currency <> brands.currency
    and ordered.day >= sources.first_day_of_late_rates(brands.timezone)
    and not exists (
      select from core.exchange_rates as rates
      where rates.from_currency = given.currency and rates.to_currency = brands.currency and rates.on_day = ordered.day
    );
$$;
comment on function sources.orders_without_rates(sources.sources, jsonb) is
  'Returns the orders of today and yesterday of a reply whose exchange rate is not known, with their day of the brand.';

create function sources.leave_out_unrated(source sources.sources, reply jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_unrated text[];
begin
  select pg_catalog.array_agg(found.order_id) into v_unrated
  from sources.orders_without_rates(leave_out_unrated.source, leave_out_unrated.reply -> 'orders') as found;
  delete from sources.due_objects as held
  where held.brand_id = (leave_out_unrated.source).brand_id and held.source_id = (leave_out_unrated.source).source_id
    and held.report = 'orders' and held.lacks_rate_on is not null and not held.object_id = any (coalesce(v_unrated, '{}'))
    and held.object_id in (select given.order_id from pg_catalog.jsonb_to_recordset(leave_out_unrated.reply -> 'orders') as given (order_id text));
  if v_unrated is null then
    return leave_out_unrated.reply;
  end if;
  insert into sources.due_objects as held (brand_id, source_id, report, object_id, due_at, lacks_rate_on)
  select
    (leave_out_unrated.source).brand_id, (leave_out_unrated.source).source_id, 'orders', found.order_id, platform.clock() + interval '1 hour', found.day
  from sources.orders_without_rates(leave_out_unrated.source, leave_out_unrated.reply -> 'orders') as found
  on conflict on constraint due_objects_pkey do update
  set
    noted_at = excluded.noted_at, due_at = excluded.due_at, attempts = 0, internal_errors = 0, failure = null, is_unready = false,
    lacks_rate_on = excluded.lacks_rate_on;
  return leave_out_unrated.reply
    || pg_catalog.jsonb_build_object(
      'orders',
      (
        select coalesce(pg_catalog.jsonb_agg(given.order_read), '[]')
        from pg_catalog.jsonb_array_elements(leave_out_unrated.reply -> 'orders') as given (order_read)
        where not given.order_read ->> 'order_id' = any (v_unrated)
      )
    )
    -- Single orders that were asked for and are not in the reply are deleted.
    || case when leave_out_unrated.reply ? 'only'
      then pg_catalog.jsonb_build_object('only', (leave_out_unrated.reply -> 'only') - v_unrated)
      else '{}'
    end;
end
$$;
comment on function sources.leave_out_unrated(sources.sources, jsonb) is
  'Returns a reply without the newest orders whose exchange rate is not known. They are read again by their ids after an hour.';

create function sources.write_orders(source sources.sources, reply jsonb, first_on date default null, last_on date default null)
returns bigint
language plpgsql volatile
as $$
declare
  v_reply constant jsonb := sources.leave_out_unrated(write_orders.source, write_orders.reply);
  v_last_on date;
  v_written jsonb;
begin
  -- A day is not known while an order of it is left out.
  select least(write_orders.last_on, min(held.lacks_rate_on) - 1) into v_last_on
  from sources.due_objects as held
  where held.brand_id = (write_orders.source).brand_id and held.source_id = (write_orders.source).source_id;
  v_last_on := case when write_orders.first_on <= v_last_on then v_last_on end;
  v_written := analytics.commit_shop_orders(
    (write_orders.source).brand_id, (write_orders.source).source_id, v_reply, case when v_last_on is not null then write_orders.first_on end, v_last_on
  );
  perform sources.note_due_objects(
    (write_orders.source).brand_id, (write_orders.source).source_id, 'orders',
    array(select pg_catalog.jsonb_array_elements_text(v_written -> 'vanished'))
  );
  perform sources.note_unready_journeys(
    (write_orders.source).brand_id, (write_orders.source).source_id,
    array(select pg_catalog.jsonb_array_elements_text(write_orders.reply -> 'unreadyJourneys'))
  );
  if (v_written ->> 'is_changed')::boolean
    and exists (select from analytics.ga4_transactions as held where held.brand_id = (write_orders.source).brand_id) then
    perform sources.touch_ga4_orders(
      (write_orders.source).brand_id,
      array(
        select given.order_id
        from pg_catalog.jsonb_to_recordset(write_orders.reply -> 'orders') as given (order_id text)
        union
        select asked.order_id from pg_catalog.jsonb_array_elements_text(write_orders.reply -> 'only') as asked (order_id)
      )
    );
  end if;
  return (v_written ->> 'changed')::bigint;
end
$$;
comment on function sources.write_orders(sources.sources, jsonb, date, date) is
  'Writes orders of a shop, and makes those due that must be read singly. Newest orders without an exchange rate are left out until it is known. '
  'Returns the number of changed orders.';

create function sources.advance_orders(source sources.sources, window_id text, reply jsonb)
returns void
language sql volatile
as $$
  update sources.sources as held
  set updated_until = greatest(held.updated_until, (advance_orders.reply ->> 'updatedUntil')::timestamptz)
  where held.brand_id = (advance_orders.source).brand_id and held.source_id = (advance_orders.source).source_id
    and advance_orders.reply ? 'updatedUntil'
    and (
      held.updated_until >= (advance_orders.reply ->> 'updatedFrom')::timestamptz
      -- A window of earlier days that is due may be the only one that reads the changes before this reply.
      or not exists (
        select from sources.windows as others
        where others.brand_id = held.brand_id and others.source_id = held.source_id and others.report = 'orders' and others.purpose = 'hourly'
          and others.state <> 'read' and others.window_id <> advance_orders.window_id
      )
    );
$$;
comment on function sources.advance_orders(sources.sources, text, jsonb) is
  'Moves the instant from which the next read of a shop continues to the start of this read, if all changes before it were read.';

create function sources.commit_orders(brand_id text, window_id text, lease text, reply jsonb, unknown_fields integer)
returns void
language plpgsql volatile
as $$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_changed bigint;
  v_first_on date;
  v_last_on date;
begin
  v_window := sources.require_window(commit_orders.brand_id, commit_orders.window_id, commit_orders.lease);
  v_source := sources.require_lease(commit_orders.brand_id, v_window.source_id, commit_orders.lease);
  -- Days on which some orders are invisible are not known.
  v_first_on := greatest(v_window.first_on, ((commit_orders.reply ->> 'visibleSince')::timestamptz at time zone v_source.timezone)::date + 1);
  v_last_on := least(v_window.last_on, (platform.now() at time zone v_source.timezone)::date);
  v_changed := sources.write_orders(
    v_source, commit_orders.reply, case when v_first_on <= v_last_on then v_first_on end, case when v_first_on <= v_last_on then v_last_on end
  );
  perform sources.finish_window(
    commit_orders.brand_id, commit_orders.window_id, commit_orders.lease, pg_catalog.jsonb_array_length(commit_orders.reply -> 'orders'),
    v_changed, commit_orders.unknown_fields,
    case when commit_orders.reply ? 'visibleSince' then '{older_orders_are_invisible}'::text[] else '{}' end
  );
  perform sources.advance_orders(v_source, commit_orders.window_id, commit_orders.reply);
end
$$;
comment on function sources.commit_orders(text, text, text, jsonb, integer) is
  'Stores the orders of one window of a shop, which are those that changed in it (OrdersReply of shared/sources/platform.ts).';

create function sources.commit_products(brand_id text, window_id text, lease text, products jsonb, unknown_fields integer)
returns void
language plpgsql volatile
as $$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_written jsonb;
begin
  v_window := sources.require_window(commit_products.brand_id, commit_products.window_id, commit_products.lease);
  v_source := sources.require_lease(commit_products.brand_id, v_window.source_id, commit_products.lease);
  v_written := storefront.commit_shop_products(commit_products.brand_id, v_source.source_id, commit_products.products);
  perform sources.finish_window(
    commit_products.brand_id, commit_products.window_id, commit_products.lease, pg_catalog.jsonb_array_length(commit_products.products),
    (v_written ->> 'changed')::bigint + (v_written ->> 'deleted')::bigint, commit_products.unknown_fields,
    case when commit_products.products @? '$[*].reason' then '{products_rejected}'::text[] else '{}' end
  );
end
$$;
comment on function sources.commit_products(text, text, text, jsonb, integer) is
  'Stores the whole catalog of a shop: [{product}], or [{reason}] for variants that cannot be in a catalog.';

create function sources.commit_objects(brand_id text, source_id text, lease text, report text, reply jsonb, began_at timestamptz)
returns void
language plpgsql volatile
as $$
declare
  v_source sources.sources;
  v_ids constant text[] := array(select pg_catalog.jsonb_array_elements_text(commit_objects.reply -> 'only'));
begin
  v_source := sources.require_lease(commit_objects.brand_id, commit_objects.source_id, commit_objects.lease);
  if commit_objects.report = 'orders' then
    perform sources.write_orders(v_source, commit_objects.reply);
  else
    perform storefront.commit_shop_products(commit_objects.brand_id, commit_objects.source_id, commit_objects.reply -> 'products', v_ids);
  end if;
  -- Orders whose journey is still not ready were planned for later just now.
  delete from sources.due_objects as held
  where held.brand_id = commit_objects.brand_id and held.source_id = commit_objects.source_id and held.report = commit_objects.report
    and held.object_id = any (v_ids) and held.noted_at <= commit_objects.began_at and held.due_at <= platform.clock();
end
$$;
comment on function sources.commit_objects(text, text, text, text, jsonb, timestamptz) is
  'Stores single orders or products of a shop, deletes those that do not exist, and settles what was due before the read began.';
