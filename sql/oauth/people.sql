create function oauth.end_person()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from oauth.sessions where sessions.person_id = new.id;
  perform oauth.end_grant(held.grant_id, 'password_changed') from oauth.grants as held
  where held.person_id = new.id and held.revoked_at is null;
  return null;
end
$$;
comment on function oauth.end_person() is 'Ends every session and grant of somebody whose password has changed: whoever knew the old one is out.';

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
comment on function oauth.end_membership() is 'Takes a brand out of the grants of somebody who has left it, for good: coming back does not bring it back.';

create trigger end_membership after delete on core.memberships
for each row execute function oauth.end_membership();
