create function sources.kept_sources(connection_ids text[])
returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('brand_id', held.brand_id, 'source_id', held.source_id, 'account_id', held.external_id)
      order by held.brand_id, held.name, held.source_id
    ), '[]'
  )
  from sources.sources as held
  join core.memberships on memberships.brand_id = held.brand_id and memberships.person_id = core.scope_person_id()
  where held.connection_id = any (kept_sources.connection_ids) and held.status <> 'disconnected';
$$;
comment on function sources.kept_sources(text[]) is 'Returns the sources of the brands of the person in scope that use these connections.';
revoke execute on function sources.kept_sources(text[]) from public;

create function sources.choose_accounts(brand_id text, connection_id text, account_ids text[])
returns jsonb
language plpgsql volatile
as $$
declare
  v_earlier text[];
  v_added jsonb;
begin
  perform sources.require_connection(choose_accounts.brand_id, choose_accounts.connection_id);
  v_earlier := sources.earlier_connections(choose_accounts.brand_id, choose_accounts.connection_id, choose_accounts.account_ids);
  v_added := sources.add_sources(choose_accounts.brand_id, choose_accounts.connection_id, choose_accounts.account_ids);
  return pg_catalog.jsonb_build_object('data', v_added, 'kept', sources.kept_sources(v_earlier));
end
$$;
comment on function sources.choose_accounts(text, text, text[]) is
  'Connects the chosen accounts of a grant to a brand. The worker begins to read them. kept: the sources of the person''s brands that keep the access that '
  'the chosen accounts had before.';
grant execute on function sources.choose_accounts(text, text, text[]) to vitrine_person;
call core.register_operation('sources.choose_accounts', 'console', access => 'write', served_by => '{console}');
