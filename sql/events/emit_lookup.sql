create function events.emit_lookup(brand_id text, received jsonb, responded jsonb)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_rate numeric;
begin
  if not emit_lookup.brand_id = any (core.scope_brand_ids()) then
    perform platform.fail('DNIED', 'is_out_of_scope', 'brand_id');
  end if;
  select brands.lookup_sampling_rate into v_rate from core.brands where brands.brand_id = emit_lookup.brand_id;
  if random() >= v_rate then
    return;
  end if;
  -- Anonymous callers with many addresses must not fill the disk. Above this limit, one of a hundred is kept, with that sampling rate.
  -- Searches of one brand do not wait for each other here, so the limit is approximate.
  if not core.try_take('lookups:' || emit_lookup.brand_id, 600) then
    if random() >= 0.01 then
      return;
    end if;
    v_rate := v_rate * 0.01;
  end if;
  -- Asynchronous commit: a crash can lose only the latest lookup events.
  perform set_config('synchronous_commit', 'off', true);
  insert into events.outbox (brand_id, type, data)
  select emit_lookup.brand_id, lookup_event.type, lookup_event.data || jsonb_build_object('sampling_rate', v_rate)
  from (values (1, 'query.received', emit_lookup.received), (2, 'query.responded', emit_lookup.responded)) as lookup_event (position, type, data)
  order by lookup_event.position;
end
$$;
comment on function events.emit_lookup(text, jsonb, jsonb) is
  'Writes query.received and query.responded of one lookup, or neither, by the brand''s lookup_sampling_rate. Every event contains its '
  'sampling_rate and so represents 1 / sampling_rate lookups. Above about 600 lookups per minute of a brand, one of a hundred is kept.';
revoke execute on function events.emit_lookup(text, jsonb, jsonb) from public;
grant execute on function events.emit_lookup(text, jsonb, jsonb) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person;
