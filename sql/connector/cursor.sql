create function connector.list_digest(list jsonb)
returns text
language sql immutable
return pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(list_digest.list::text, 'UTF8')), 'hex'), 12);
comment on function connector.list_digest(jsonb) is 'Returns a hash of the list that a cursor belongs to: operation, brand, filters and order.';

create function connector.row_key(row_path text[])
returns text
language sql stable
return pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(row_key.row_path::text, 'UTF8')), 'hex'), 32);
comment on function connector.row_key(text[]) is
  'Returns a short hash of the path that identifies a row of a list, for its cursor. The hash does not reveal the path.';

create function connector.read_cursor(cursor text, list jsonb)
returns text
language plpgsql immutable
as $$
begin
  if read_cursor.cursor is null then
    return null;
  elsif read_cursor.cursor !~ '^[0-9a-f]{44}$' then
    perform platform.fail('BADRQ', 'is_malformed', 'cursor');
  elsif pg_catalog.left(read_cursor.cursor, 12) <> connector.list_digest(read_cursor.list) then
    perform platform.fail('BADRQ', 'is_of_another_list', 'cursor');
  end if;
  return pg_catalog.substr(read_cursor.cursor, 13);
end
$$;
comment on function connector.read_cursor(text, jsonb) is
  'Returns the key of the last row of the previous page, or null without a cursor. Raises BADRQ for a malformed cursor or one of another list.';

create function connector.write_cursor(list jsonb, row_key text)
returns text
language sql immutable
return connector.list_digest(write_cursor.list) || write_cursor.row_key;
comment on function connector.write_cursor(jsonb, text) is 'Returns the cursor that continues after a row of a list.';

create function connector.refuse_stale_cursor()
returns void
language sql volatile
as $$
  select platform.fail('BADRQ', 'names_a_row_that_is_gone', 'cursor');
$$;
comment on function connector.refuse_stale_cursor() is 'Raises BADRQ for a cursor whose row is no longer in the list.';

create function connector.version_digest(version text)
returns text
language sql immutable
return pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(version_digest.version, 'UTF8')), 'hex'), 24);
comment on function connector.version_digest(text) is 'Returns a hash of the version of a list, for cursors that contain a number of rows.';

create function connector.read_place(cursor text, list jsonb, version text)
returns bigint
language plpgsql immutable
as $$
declare
  v_place constant text := connector.read_cursor(read_place.cursor, read_place.list);
begin
  if pg_catalog.left(v_place, 24) <> connector.version_digest(read_place.version) then
    perform platform.fail('BADRQ', 'is_outdated', 'cursor');
  end if;
  return coalesce(('x' || pg_catalog.right(v_place, 8))::bit(32)::bigint, 0);
end
$$;
comment on function connector.read_place(text, jsonb, text) is
  'Returns the number of rows on previous pages, for a list whose rows have no key. Raises BADRQ if the cursor is of another version of the list.';

create function connector.write_place(list jsonb, version text, place bigint)
returns text
language sql immutable
return connector.write_cursor(
  write_place.list, connector.version_digest(write_place.version) || pg_catalog.lpad(pg_catalog.to_hex(write_place.place), 8, '0')
);
comment on function connector.write_place(jsonb, text, bigint) is
  'Returns the cursor that continues after a number of rows in one version of a list.';

create function connector.ads_as_of(brand_id text)
returns text
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select platform.utc(max(data_status.updated_at))
    from analytics.data_status
    where data_status.brand_id = ads_as_of.brand_id and data_status.kind in ('ads_daily', 'ads_hourly')
  );
end
$$;
comment on function connector.ads_as_of(text) is 'Returns the time of the last import of ad data of a brand.';

grant execute on function
  connector.list_digest(jsonb),
  connector.row_key(text[]),
  connector.read_cursor(text, jsonb),
  connector.write_cursor(jsonb, text),
  connector.refuse_stale_cursor(),
  connector.version_digest(text),
  connector.read_place(text, jsonb, text),
  connector.write_place(jsonb, text, bigint),
  connector.ads_as_of(text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
