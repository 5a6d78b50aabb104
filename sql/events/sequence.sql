create table events.sequencer (
  is_only boolean not null default true,
  constraint sequencer_pkey primary key (is_only),
  constraint sequencer_is_only_check check (is_only)
);
comment on table events.sequencer is
  'One row. The session that locks it assigns sequence numbers. Unlike an advisory lock, no other role can take it.';
insert into events.sequencer default values;

create function events.sequence_events("limit" integer default 200, bytes_max integer default 100000)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_count integer;
begin
  if not exists (select from events.outbox where outbox.seq is null) then
    return 0;
  end if;
  -- One sequencer at a time. A second one returns immediately.
  perform from events.sequencer for update skip locked;
  if not found then
    return 0;
  end if;
  with pending as (
    -- Limits the events of one run, so that their deliveries are created in a short transaction. The first event is always included.
    select next.brand_id, next.event_id, next.written
    from (
      select
        outbox.brand_id, outbox.event_id, outbox.written,
        sum(octet_length(outbox.data::text)) over (order by outbox.written) - octet_length(outbox.data::text) as bytes_before
      from (
        select held.brand_id, held.event_id, held.written, held.data
        from events.outbox as held
        where held.seq is null
        order by held.written
        limit sequence_events."limit"
      ) as outbox
    ) as next
    where next.bytes_before < sequence_events.bytes_max
  ),
  counted as (
    select pending.brand_id, count(*) as events from pending group by pending.brand_id
  ),
  advanced as (
    insert into events.streams as held (brand_id, last_seq)
    select counted.brand_id, counted.events from counted
    on conflict on constraint streams_pkey do update set last_seq = held.last_seq + excluded.last_seq
    returning held.brand_id, held.last_seq
  ),
  placed as (
    select
      pending.brand_id, pending.event_id,
      advanced.last_seq - counted.events + row_number() over (partition by pending.brand_id order by pending.written) as seq
    from pending
    join counted using (brand_id)
    join advanced using (brand_id)
  )
  update events.outbox
  set seq = placed.seq
  from placed
  where outbox.brand_id = placed.brand_id and outbox.event_id = placed.event_id;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    notify vitrine_events;
  end if;
  return v_count;
end
$$;
comment on function events.sequence_events(integer, integer) is
  'Assigns sequence numbers to committed events and notifies listeners. Returns their number; 0 if there are none or another session assigns them. '
  'Does not wait for open transactions: their events are numbered after they commit.';
revoke execute on function events.sequence_events(integer, integer) from public;
grant execute on function events.sequence_events(integer, integer) to vitrine_functions, vitrine_worker;
