create function sources.move_source(brand_id text, source_id text, action text, delete_data boolean default false)
returns jsonb
language plpgsql volatile
as $$
declare
  v_source sources.sources;
begin
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_source', 'source_id');
  elsif v_source.status = 'disconnected' and not (move_source.action = 'disconnect' and move_source.delete_data) then
    perform platform.fail('STALE', 'this_source_is_disconnected', 'source_id');
  elsif v_source.status = 'paused' and move_source.action = 'sync' then
    perform platform.fail('STALE', 'this_source_is_paused', 'source_id');
  end if;
  case move_source.action
    when 'pause' then
      update sources.sources as held
      set status = 'paused', attention = null, attention_since = null, retry_at = null
      where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id;
    when 'resume' then
      update sources.sources as held
      set status = 'connected', attention = null, attention_since = null, retry_at = null
      where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id and held.status = 'paused';
      perform sources.retry_source(move_source.brand_id, move_source.source_id);
    when 'sync' then
      perform sources.retry_source(move_source.brand_id, move_source.source_id);
    when 'disconnect' then
      perform sources.end_source(move_source.brand_id, move_source.source_id, move_source.delete_data);
    else
      perform platform.require_choice('action', move_source.action, '{pause,resume,sync,disconnect}');
  end case;
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = move_source.brand_id and held.source_id = move_source.source_id;
  return sources.shown(v_source);
end
$$;
comment on function sources.move_source(text, text, text, boolean) is
  'Pauses, resumes or disconnects a source, or reads it now. Of a disconnected source, only the data can be deleted. The worker revokes a grant without sources at the platform.';
grant execute on function sources.move_source(text, text, text, boolean) to vitrine_person;
call core.register_operation('sources.move_source', 'console', access => 'write', served_by => '{console}');
