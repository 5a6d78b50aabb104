create function console.imports(brand_id text, kinds text[] default null, page integer default 1)
returns jsonb
language sql stable
as $$
  with found as (
    select held.*
    from analytics.imports as held
    where held.brand_id = imports.brand_id and (imports.kinds is null or held.kind = any (imports.kinds))
  ),
  shown as (
    select found.* from found order by found.imported_at desc, found.import_id limit 25 offset (imports.page - 1) * 25
  )
  select pg_catalog.jsonb_build_object(
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'id', shown.import_id, 'kind', shown.kind, 'dialect', shown.dialect, 'file_name', shown.file_name, 'rows_read', shown.rows_read,
            'rows_accepted', shown.rows_accepted, 'rows_rejected', shown.rows_rejected, 'first_on', shown.first_on, 'last_on', shown.last_on,
            'warnings', shown.warnings, 'imported_at', platform.utc(shown.imported_at), 'undone_at', platform.utc(shown.undone_at)
          )
          order by shown.imported_at desc, shown.import_id
        )
        from shown
      ), '[]'
    ),
    'page', imports.page,
    'pages', greatest(1, pg_catalog.ceil((select count(*) from found) / 25.0)),
    'total', (select count(*) from found)
  );
$$;
comment on function console.imports(text, text[], integer) is 'Returns the imported files of a brand, newest first, 25 per page.';
grant execute on function console.imports(text, text[], integer) to vitrine_person;
call core.register_operation('console.imports', 'console');
