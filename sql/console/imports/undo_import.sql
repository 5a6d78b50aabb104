create function console.undo_import(brand_id text, import_id text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_import analytics.imports;
  v_refused jsonb;
begin
  select held.* into v_import from analytics.imports as held where held.brand_id = undo_import.brand_id and held.import_id = undo_import.import_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_import');
  end if;
  v_refused := analytics.refuse_undo(undo_import.brand_id, undo_import.import_id);
  if v_refused is not null then
    perform platform.fail('STALE', 'import_cannot_be_undone', 'import_id', pg_catalog.json_build_object('statement', v_refused));
  end if;
  update analytics.imports as held
  set undo_requested_at = platform.clock(), undo_refused = null
  where held.brand_id = undo_import.brand_id and held.import_id = undo_import.import_id;
  return pg_catalog.jsonb_build_object('id', v_import.import_id);
end
$$;
comment on function console.undo_import(text, text) is
  'Asks the worker to undo an import of ads. Raises STALE if it cannot be undone exactly, for example because a later report has the same days.';
grant execute on function console.undo_import(text, text) to vitrine_person;
call core.register_operation('console.undo_import', 'console', access => 'write');
