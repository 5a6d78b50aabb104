create function commerce.lock_agent(brand_id text, created_by text)
returns void
language sql volatile
as $$
  select pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(pg_catalog.concat_ws('/', 'commerce', lock_agent.brand_id, lock_agent.created_by), 0)
  );
$$;
comment on function commerce.lock_agent(text, text) is
  'Locks the rows of one agent. Each change takes it first, because negotiations, holds and orders of an agent change each other.';

create function commerce.require_agent(created_by text)
returns void
language plpgsql stable
as $$
begin
  if require_agent.created_by is distinct from core.scope_credential_id() then
    perform platform.fail('DNIED', 'only_its_agent_may_do_this');
  end if;
end
$$;
comment on function commerce.require_agent(text) is 'Raises DNIED unless the caller created the row.';

create function commerce.require_merchant(created_by text, person_id uuid)
returns void
language plpgsql stable
as $$
begin
  if require_merchant.created_by = core.scope_credential_id() or require_merchant.person_id = core.scope_person_id() then
    perform platform.fail('DNIED', 'only_the_other_party_may_answer');
  end if;
end
$$;
comment on function commerce.require_merchant(text, uuid) is
  'Raises DNIED if the caller created the row, or a connected app of the person: neither one credential nor one person can act for both sides.';

create function commerce.actors(brand_id text, created_by text, person_id uuid)
returns text[]
language sql stable
return case
  when actors.created_by = core.scope_credential_id() then array['agent']
  when actors.person_id = core.scope_person_id() then '{}'
  when actors.brand_id = any (core.merchant_brand_ids()) then array['merchant']
  else '{}'
end;
comment on function commerce.actors(text, text, uuid) is
  'The side of the caller: agent for the credential that created the row, merchant for another key or a member of the shop, none for the person whose app created it.';

create function commerce.require_live()
returns void
language plpgsql stable
as $$
begin
  if current_user = 'vitrine_simulated' then
    perform platform.fail('DNIED', 'the_simulated_shop_is_read_only');
  end if;
end
$$;
comment on function commerce.require_live() is 'Raises DNIED for a test key. All test keys share one simulated shop, which is read-only.';

grant execute on function commerce.lock_agent(text, text) to vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function commerce.require_live() to vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;
grant execute on function
  commerce.require_agent(text),
  commerce.require_merchant(text, uuid)
to vitrine_key, vitrine_simulated;
grant execute on function commerce.actors(text, text, uuid) to vitrine_key, vitrine_simulated, vitrine_worker;
