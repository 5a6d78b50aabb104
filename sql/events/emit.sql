create function events.new_event_id()
returns text
language sql volatile
return 'evt_' || pg_catalog.lpad(pg_catalog.to_hex((extract(epoch from platform.now()) * 1000)::bigint), 12, '0')
  || pg_catalog.substr(pg_catalog.replace(pg_catalog.gen_random_uuid()::text, '-', ''), 1, 20);
comment on function events.new_event_id() is 'An id that contains a time, so that the id of a deleted event can be distinguished from an unknown one.';
grant execute on function events.new_event_id() to vitrine_worker, vitrine_gate;

create function events.emit(brand_id text, type text, data jsonb)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not emit.brand_id = any (core.scope_brand_ids()) then
    perform platform.fail('DNIED', 'is_out_of_scope', 'brand_id');
  end if;
  insert into events.outbox (brand_id, type, data) values (emit.brand_id, emit.type, emit.data);
end
$$;
comment on function events.emit(text, text, jsonb) is
  'Writes an event of a brand in scope to the outbox, in the transaction of its cause.';
revoke execute on function events.emit(text, text, jsonb) from public;
grant execute on function events.emit(text, text, jsonb) to vitrine_anonymous, vitrine_key, vitrine_person, vitrine_worker;
