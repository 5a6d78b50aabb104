create function core.schema_version()
returns table (version text, compatible_since text)
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select '20261123035357', '20261121000000';
$$;
comment on function core.schema_version() is
  'The newest migration, and the oldest whose release can still run on this schema. Every migration replaces this function. It changes compatible_since '
  'when it removes or renames something that released functions use.';
grant execute on function core.schema_version() to vitrine_functions, vitrine_worker;
