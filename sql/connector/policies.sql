-- Only connector.propose_change creates proposals: a credential writes in its own name, within the brands in
-- scope, and a new proposal is pending. Only console.decide_proposal changes one later.
call core.protect('connector.proposals');
revoke insert, update, delete on connector.proposals from vitrine_worker;
create policy propose on connector.proposals for insert to vitrine_key
with check (
  brand_id = any ((select core.scope_brand_ids())::text[])
  and created_by = core.scope_credential_id()
  and person_id is not distinct from core.scope_person_id()
);
create policy propose_as_person on connector.proposals for insert to vitrine_person
with check (
  brand_id = any ((select core.scope_brand_ids())::text[])
  and created_by = core.scope_person_id()::text
  and person_id = core.scope_person_id()
  and (select core.scope_role_is('analyst'))
);
create policy propose_simulated on connector.proposals for insert to vitrine_simulated
with check (brand_id = any ((select core.simulated_brand_ids())::text[]) and created_by = core.scope_credential_id());
grant insert (brand_id, target, change, rationale, evidence, idempotency_key, request_hash, created_by, person_id)
on connector.proposals to vitrine_key, vitrine_simulated, vitrine_person;

-- All test keys share the simulated brand, but do not see each other's proposals. The worker deletes expired proposals of that brand.
create policy own_simulated on connector.proposals as restrictive for select to vitrine_simulated
using (created_by = core.scope_credential_id());
create policy sweep on connector.proposals as restrictive for delete to vitrine_worker
using (brand_id = any (array['brd_simulated']));
grant delete on connector.proposals to vitrine_worker;
