create function oauth.end_person()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from oauth.sessions where sessions.person_id = new.id;
  delete from oauth.pending_sign_ins where pending_sign_ins.person_id = new.id;
  delete from oauth.passkey_challenges where passkey_challenges.person_id = new.id;
  delete from oauth.mail_tokens where mail_tokens.person_id = new.id;
  delete from oauth.devices where devices.person_id = new.id;
  perform oauth.end_grant(held.grant_id, tg_argv[0]) from oauth.grants as held
  where held.person_id = new.id and held.revoked_at is null;
  return null;
end
$$;
comment on function oauth.end_person() is 
  'Ends all sessions, sign-ins and grants of a person, and forgets the devices and links. Its argument is the reason: the password has changed, or the '
  'hosting platform has banned or deleted the person.';

create function oauth.end_membership()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update oauth.grants
  set brand_ids = array_remove(grants.brand_ids, old.brand_id)
  where grants.person_id = old.person_id and old.brand_id = any (grants.brand_ids);
  perform oauth.end_grant(held.grant_id, 'no_brand_left') from oauth.grants as held
  where held.person_id = old.person_id and held.brand_ids = '{}' and held.revoked_at is null;
  return null;
end
$$;
comment on function oauth.end_membership() is
  'Removes a brand from the grants of a person whose membership ends. Ends grants without a remaining brand. A new membership does not restore the '
  'brand.';

create trigger end_membership after delete on core.memberships
for each row execute function oauth.end_membership();

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
