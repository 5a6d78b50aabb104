create table sources.due_objects (
  brand_id text not null,
  source_id text not null,
  report text not null,
  object_id text not null,
  noted_at timestamptz not null default platform.clock(),
  due_at timestamptz not null default platform.clock(),
  attempts integer not null default 0,
  internal_errors integer not null default 0,
  failure jsonb,
  trouble jsonb,
  tried_at timestamptz,
  is_unready boolean not null default false,
  lacks_rate_on date,
  constraint due_objects_pkey primary key (brand_id, source_id, report, object_id),
  constraint due_objects_source_fkey foreign key (brand_id, source_id) references sources.sources on delete cascade,
  constraint due_objects_report_check check (report in ('orders', 'products'))
);
call platform.keep_plain('sources.due_objects', 'object_id');
create index due_objects_due_idx on sources.due_objects (brand_id, source_id, due_at);
comment on table sources.due_objects is
  'Single orders and products of a shop that are read again: those of a webhook, orders whose journey was not ready, and orders that a read missed.';
comment on column sources.due_objects.noted_at is 'When it was last noted. A read that began before does not settle it.';
comment on column sources.due_objects.due_at is 'When the read may begin.';
comment on column sources.due_objects.attempts is 'How often its read failed. An object that failed is read alone.';
comment on column sources.due_objects.internal_errors is 'How often its read failed with an internal error.';
comment on column sources.due_objects.is_unready is 'Whether it is an order that is stored, and only its journey was not ready.';
comment on column sources.due_objects.failure is 'Why it cannot be read or stored until a person acts: {reason, values}. Null otherwise.';
comment on column sources.due_objects.trouble is 'Why the last attempt failed: {reason, values}. Null if none did.';
comment on column sources.due_objects.tried_at is 'When the last attempt failed, by the clock of waits. Null if none did.';

comment on column sources.due_objects.lacks_rate_on is
  'The day of the brand of an order that is not stored, because the exchange rate of this day is not published yet. Null otherwise.';

create function sources.note_due_objects(brand_id text, source_id text, report text, object_ids text[])
returns void
language sql volatile
as $$
  insert into sources.due_objects as held (brand_id, source_id, report, object_id)
  select distinct note_due_objects.brand_id, note_due_objects.source_id, note_due_objects.report, given.id
  from pg_catalog.unnest(note_due_objects.object_ids) as given (id)
  on conflict on constraint due_objects_pkey do update
  set noted_at = excluded.noted_at, due_at = excluded.due_at, is_unready = false;
$$;
comment on function sources.note_due_objects(text, text, text, text[]) is 'Makes single objects of a source due now.';

create function sources.note_unready_journeys(brand_id text, source_id text, order_ids text[])
returns void
language sql volatile
as $$
  insert into sources.due_objects as held (brand_id, source_id, report, object_id, due_at, is_unready)
  select orders.brand_id, note_unready_journeys.source_id, 'orders', orders.order_id, platform.clock() + interval '15 minutes', true
  from analytics.orders
  where orders.brand_id = note_unready_journeys.brand_id
    and orders.order_id = any (note_unready_journeys.order_ids)
    and orders.ordered_at > platform.now() - interval '7 days'
  on conflict on constraint due_objects_pkey do update
  set
    noted_at = platform.clock(), due_at = platform.clock() + greatest(interval '15 minutes', 2 * (held.due_at - held.noted_at)), attempts = 0,
    internal_errors = 0, failure = null, is_unready = true
  -- A later read is planned already.
  where held.due_at <= platform.clock();
$$;
comment on function sources.note_unready_journeys(text, text, text[]) is
  'Makes orders whose journey is not ready due again after 15 minutes, and then after twice as long each time. Orders of more than 7 days have no journey.';

create function sources.next_objects(brand_id text, source_id text, except_ids text[] default '{}')
returns jsonb
language sql stable
as $$
  with due as (
    select held.*
    from sources.due_objects as held
    where held.brand_id = next_objects.brand_id and held.source_id = next_objects.source_id and held.due_at <= platform.clock()
      and held.object_id <> all (next_objects.except_ids)
  ),
  first as (
    select due.report, due.object_id, due.attempts, due.internal_errors from due order by due.due_at, due.report, due.object_id limit 1
  ),
  batch as (
    select due.report, due.object_id, due.due_at, first.attempts, first.internal_errors
    from due
    join first on first.report = due.report and (first.object_id = due.object_id or first.attempts = 0 and due.attempts = 0)
    order by due.due_at, due.object_id
    limit 50
  )
  select pg_catalog.jsonb_build_object(
    'report', batch.report, 'ids', pg_catalog.jsonb_agg(batch.object_id order by batch.due_at, batch.object_id), 'attempts', batch.attempts,
    'internal_errors', batch.internal_errors, 'began_at', platform.clock()
  )
  from batch
  group by batch.report, batch.attempts, batch.internal_errors;
$$;
comment on function sources.next_objects(text, text, text[]) is
  'Returns up to 50 single objects of one report to read now, without except_ids, as {report, ids, attempts, internal_errors, began_at}. One that '
  'failed is alone. Null if none is due.';

create function sources.waiting_objects(brand_id text, source_id text)
returns setof sources.due_objects
language sql stable
as $$
  select held.*
  from sources.due_objects as held
  where held.brand_id = waiting_objects.brand_id and held.source_id = waiting_objects.source_id
    and (held.attempts > 0 or not held.is_unready and held.lacks_rate_on is null);
$$;
comment on function sources.waiting_objects(text, text) is
  'Returns the single objects of a source that are not stored as the platform has them now, without orders of which only the journey is not ready, '
  'or only the exchange rate of a newest day.';

create function sources.delay_objects(
  brand_id text, source_id text, report text, object_ids text[], seconds double precision, failure jsonb default null,
  is_internal boolean default false, trouble jsonb default null
)
returns void
language plpgsql volatile
as $$
begin
  update sources.due_objects as held
  set
    due_at = platform.clock() + pg_catalog.make_interval(secs => delay_objects.seconds), attempts = held.attempts + 1,
    internal_errors = held.internal_errors + delay_objects.is_internal::integer, failure = coalesce(delay_objects.failure, held.failure),
    trouble = coalesce(delay_objects.trouble, delay_objects.failure), tried_at = platform.clock()
  where held.brand_id = delay_objects.brand_id and held.source_id = delay_objects.source_id and held.report = delay_objects.report
    and held.object_id = any (delay_objects.object_ids);
  if delay_objects.failure is not null then
    perform sources.need_attention(delay_objects.brand_id, delay_objects.source_id, delay_objects.failure, 0);
  end if;
end
$$;
comment on function sources.delay_objects(text, text, text, text[], double precision, jsonb, boolean, jsonb) is
  'Makes objects whose read failed due later. With a failure the source needs attention, and everything else of it is still read. is_internal: the '
  'attempt failed with an internal error. trouble: why it failed, {reason, values}; by default the failure.';
