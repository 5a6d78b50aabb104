create function console.import_file(
  brand_id text, import_id text, page integer default 1, after_line integer default null, "limit" integer default 100
)
returns jsonb
language plpgsql stable
as $$
declare
  v_import analytics.imports;
begin
  select held.* into v_import from analytics.imports as held where held.brand_id = import_file.brand_id and held.import_id = import_file.import_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_import');
  end if;
  return pg_catalog.jsonb_build_object(
    'id', v_import.import_id, 'kind', v_import.kind, 'dialect', v_import.dialect, 'file_name', v_import.file_name, 'rows_read', v_import.rows_read,
    'rows_accepted', v_import.rows_accepted, 'rows_rejected', v_import.rows_rejected, 'first_on', v_import.first_on, 'last_on', v_import.last_on,
    'warnings', v_import.warnings, 'imported_at', platform.utc(v_import.imported_at),
    'is_exact', v_import.is_exact, 'is_undoing', v_import.undo_requested_at is not null, 'undo_refused', v_import.undo_refused,
    'undone_at', platform.utc(v_import.undone_at),
    'rejections', coalesce(
      (
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('line', shown.line, 'reason', shown.reasons) order by shown.line)
        from (
          select rejections.line, rejections.reasons
          from analytics.import_rejections as rejections
          where rejections.brand_id = import_file.brand_id and rejections.import_id = import_file.import_id
            and rejections.line > coalesce(import_file.after_line, 0)
          order by rejections.line
          limit import_file."limit" offset (import_file.page - 1) * import_file."limit"
        ) as shown
      ), '[]'
    ),
    'page', import_file.page,
    'pages', (
      select greatest(1, pg_catalog.ceil(count(*)::numeric / import_file."limit"))
      from analytics.import_rejections as rejections
      where rejections.brand_id = import_file.brand_id and rejections.import_id = import_file.import_id
    )
  );
end
$$;
comment on function console.import_file(text, text, integer, integer, integer) is
  'Returns an imported file with its rejected rows (line and reason): a page of them, or those after a line. Raises NTFND for an unknown import.';
grant execute on function console.import_file(text, text, integer, integer, integer) to vitrine_person;
call core.register_operation('console.import_file', 'console');
