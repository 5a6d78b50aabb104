create function oauth.forget_brand(brand_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update oauth.grants set brand_ids = array_remove(grants.brand_ids, forget_brand.brand_id)
  where forget_brand.brand_id = any (grants.brand_ids);
  delete from oauth.audit_events where audit_events.detail ->> 'brand_id' = forget_brand.brand_id;
  update oauth.audit_events
  set detail = jsonb_set(audit_events.detail, '{brand_ids}', (audit_events.detail -> 'brand_ids') - forget_brand.brand_id)
  where audit_events.detail -> 'brand_ids' ? forget_brand.brand_id;
$$;
comment on function oauth.forget_brand(text) is 'Removes a deleted brand from the grants that still name it, and from the audit log: changes in the brand, and its id in consents.';

create function oauth.forget_person(person_id uuid)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from oauth.grants where grants.person_id = forget_person.person_id;
  delete from oauth.sessions where sessions.person_id = forget_person.person_id;
  delete from oauth.audit_events where audit_events.person_id = forget_person.person_id;
$$;
comment on function oauth.forget_person(uuid) is 'Deletes the grants, sessions and audit events of a deleted person.';
