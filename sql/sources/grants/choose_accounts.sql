create function sources.choose_accounts(brand_id text, connection_id text, account_ids text[])
returns jsonb
language plpgsql volatile
as $$
begin
  perform sources.reachable_accounts(choose_accounts.brand_id, choose_accounts.connection_id);
  return pg_catalog.jsonb_build_object(
    'data', sources.add_sources(choose_accounts.brand_id, choose_accounts.connection_id, choose_accounts.account_ids)
  );
end
$$;
comment on function sources.choose_accounts(text, text, text[]) is 'Connects the chosen accounts of a grant to a brand. The worker begins to read them.';
grant execute on function sources.choose_accounts(text, text, text[]) to vitrine_person;
call core.register_operation('sources.choose_accounts', 'console', access => 'write', served_by => '{console}');
