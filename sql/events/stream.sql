create function events.require_types(types text[])
returns void
language plpgsql stable
as $$
declare
  v_unknown text;
begin
  if require_types.types = '{}' then
    perform platform.fail('BADRQ', 'names_no_type', 'types');
  end if;
  select coalesce(given.type, 'null') into v_unknown
  from pg_catalog.unnest(require_types.types) as given (type)
  where not exists (select from events.types where types.type = given.type and types.is_streamed)
  limit 1;
  if v_unknown is not null then
    perform platform.fail(
      'BADRQ', 'contains_a_type_that_is_not_streamed', 'types',
      pg_catalog.json_build_object(
        'unknown', v_unknown,
        'known', array(select types.type from events.types where types.is_streamed order by types.position)
      )
    );
  end if;
end
$$;
comment on function events.require_types(text[]) is 'Raises BADRQ for an empty list, and unless all of these types are on the stream.';

create function events.position_id(seq bigint)
returns text
language sql stable
return 'evt_' || pg_catalog.lpad(pg_catalog.to_hex((extract(epoch from platform.now()) * 1000)::bigint), 12, '0') || '0000'
  || pg_catalog.lpad(pg_catalog.to_hex(position_id.seq), 16, '0');
comment on function events.position_id(bigint) is
  'Returns a position in the stream as an id, for a reader that has received no event yet and may have to resume.';

create function events.position_of(id text)
returns bigint
language sql immutable
return case when position_of.id ~ '^evt_[0-9a-f]{12}00000[0-9a-f]{15}$' then ('x' || pg_catalog.substr(position_of.id, 21, 16))::bit(64)::bigint end;
comment on function events.position_of(text) is 'Returns the position in an id of position_id. Null for the id of an event.';

create function events.stream(brand_id text, types text[] default null, last_event_id text default null)
returns json
language plpgsql stable
as $$
declare
  v_last_seq constant bigint := coalesce((select streams.last_seq from events.streams where streams.brand_id = stream.brand_id), 0);
  v_seq bigint;
  v_oldest text;
begin
  -- Raises NTFND for a brand that an analyst may not read.
  perform core.data_brand_id(stream.brand_id);
  perform events.require_types(stream.types);
  if stream.last_event_id is null then
    return pg_catalog.json_build_object('cursor', v_last_seq, 'cursor_id', events.position_id(v_last_seq));
  end if;
  select outbox.seq into v_seq
  from events.outbox
  where outbox.brand_id = stream.brand_id and outbox.event_id = stream.last_event_id and outbox.seq is not null;
  if v_seq is not null then
    return pg_catalog.json_build_object('cursor', v_seq, 'cursor_id', null);
  end if;
  if stream.last_event_id !~ '^evt_[0-9a-f]{32}$' then
    perform platform.fail('BADRQ', 'is_not_an_event_id', 'last_event_id');
  end if;
  select outbox.event_id into v_oldest
  from events.outbox
  where outbox.brand_id = stream.brand_id and outbox.seq is not null
  order by outbox.seq
  limit 1;
  if pg_catalog.to_timestamp((('x' || pg_catalog.substr(stream.last_event_id, 5, 12))::bit(48)::bigint) / 1000.0) < platform.now() - interval '7 days' then
    perform platform.fail('GONEE', 'is_too_old', 'last_event_id', pg_catalog.json_build_object('oldest', v_oldest));
  end if;
  -- The position of a reader that had received no event.
  v_seq := events.position_of(stream.last_event_id);
  if v_seq <= v_last_seq then
    return pg_catalog.json_build_object('cursor', v_seq, 'cursor_id', null);
  end if;
  perform platform.fail('BADRQ', 'names_no_event_of_this_brand', 'last_event_id');
end
$$;
comment on function events.stream(text, text[], text) is
  'GET /events/stream: the position of a reader. Without an id, the newest event. It never skips an event that the reader has not received.';

create function events.read_stream(brand_id text, cursor bigint, types text[] default null, "limit" integer default 100)
returns json
language plpgsql stable
as $$
begin
  -- Raises NTFND for a brand that an analyst may not read.
  perform core.data_brand_id(read_stream.brand_id);
  perform events.require_types(read_stream.types);
  perform platform.require_number('cursor', read_stream.cursor, 0);
  perform platform.require_page(read_stream."limit");
  return (
    with page as (
      select outbox.seq, outbox.event_id, outbox.type, outbox.occurred_at, outbox.data
      from events.outbox
      join events.types on types.type = outbox.type and types.is_streamed
      where outbox.brand_id = read_stream.brand_id
        and outbox.seq > read_stream.cursor
        and (read_stream.types is null or outbox.type = any (read_stream.types))
      order by outbox.seq
      limit read_stream."limit"
    ),
    -- Events that the filter excludes advance the cursor too, up to the end of the page.
    passed as (
      select outbox.seq, outbox.event_id
      from events.outbox
      where outbox.brand_id = read_stream.brand_id and outbox.seq > read_stream.cursor
        and (select count(*) from page) < read_stream."limit"
      order by outbox.seq desc
      limit 1
    )
    select pg_catalog.json_build_object(
      'events', coalesce(
        (
          select pg_catalog.json_agg(
            pg_catalog.json_build_object(
              'seq', page.seq, 'id', page.event_id, 'type', page.type,
              'timestamp', pg_catalog.to_char(page.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', page.data
            )
            order by page.seq
          )
          from page
        ), '[]'
      ),
      'cursor', coalesce((select passed.seq from passed), (select max(page.seq) from page), read_stream.cursor),
      'cursor_id', (select passed.event_id from passed)
    )
  );
end
$$;
comment on function events.read_stream(text, bigint, text[], integer) is
  'Returns the next events of a brand after a cursor, in order, and the cursor after them.';

grant execute on function
  events.require_types(text[]),
  events.position_id(bigint),
  events.position_of(text),
  events.stream(text, text[], text),
  events.read_stream(text, bigint, text[], integer)
to vitrine_key, vitrine_person, vitrine_analyst;
call core.register_operation('events.stream', 'analytics:read', brand => 'shown');
call core.register_operation('events.read_stream', 'analytics:read', brand => 'shown', is_part => true);
