create function sources.store_connection(brand_id text, "grant" jsonb, accounts jsonb)
returns jsonb
language sql volatile
as $$
  select pg_catalog.jsonb_build_object(
    'connection_id', sources.add_connection(store_connection.brand_id, store_connection."grant", store_connection.accounts)
  );
$$;
comment on function sources.store_connection(text, jsonb, jsonb) is
  'Stores the encrypted grant of an authorization, with the accounts that it reaches. Nothing reads it again but the worker.';
grant execute on function sources.store_connection(text, jsonb, jsonb) to vitrine_person;
call core.register_operation('sources.store_connection', 'console', access => 'write', served_by => '{console}');
