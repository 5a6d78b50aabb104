create function oauth.record(
  event text,
  client_id text default null,
  grant_id text default null,
  person_id uuid default null,
  client_ip text default null,
  detail jsonb default '{}'
)
returns void
language plpgsql volatile
as $$
begin
  -- Anonymous callers can cause events from many addresses, so their events of a minute are limited in total.
  if record.person_id is null and record.grant_id is null and core.take('audit', 60) is null then
    return;
  end if;
  insert into oauth.audit_events (occurred_at, event, client_id, grant_id, person_id, client_ip, detail)
  values (platform.clock(), record.event, record.client_id, record.grant_id, record.person_id, record.client_ip, record.detail);
end
$$;
comment on function oauth.record(text, text, text, uuid, text, jsonb) is
  'Adds an event to the audit log. Of events without a person and a grant, such as wrong passwords, it keeps 60 a minute.';

create function oauth.admit(bucket text, requests_max integer)
returns void
language plpgsql volatile
as $$
begin
  if core.take(admit.bucket, admit.requests_max) is null then
    perform platform.fail('RLMTD', 'too_many_requests_come_from_this_address', given => pg_catalog.json_build_object('retry_after', 60));
  end if;
end
$$;
comment on function oauth.admit(text, integer) is 'Takes one request from a rate limit bucket. Raises RLMTD if none is left in this minute.';

create function oauth.end_grant(grant_id text, reason text, client_ip text default null)
returns void
language plpgsql volatile
as $$
declare
  v_ended oauth.grants;
begin
  update oauth.grants
  set revoked_at = platform.clock(), revoked_for = end_grant.reason
  where grants.grant_id = end_grant.grant_id and grants.revoked_at is null
  returning grants.* into v_ended;
  if v_ended.grant_id is not null then
    perform oauth.record(
      'grant_revoked', v_ended.client_id, v_ended.grant_id, v_ended.person_id, end_grant.client_ip,
      pg_catalog.jsonb_build_object('reason', end_grant.reason)
    );
  end if;
end
$$;
comment on function oauth.end_grant(text, text, text) is
  'Revokes a grant, and thereby all of its tokens, immediately. Has no effect on a revoked grant.';

create function oauth.session_person(session_hash bytea)
returns uuid
language sql stable
as $$
  select sessions.person_id from oauth.sessions
  where sessions.session_hash = session_person.session_hash
    and sessions.expires_at > platform.clock()
    and sessions.used_at > platform.clock() - interval '2 hours'
    and platform.may_sign_in(sessions.person_id);
$$;
comment on function oauth.session_person(bytea) is
  'Returns the person of a session. Null twelve hours after sign-in, two hours after the last console page, and for a person who may not sign in.';

create function oauth.use_session(session_hash bytea, out person_id uuid, out email text)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  person_id := oauth.session_person(use_session.session_hash);
  if person_id is null then
    return;
  end if;
  email := platform.person_email(use_session.person_id);
  -- Another request of the session that records its use at the same time does so for both. A page reads with two.
  update oauth.sessions
  set used_at = platform.clock()
  where sessions.session_hash in (
    select used.session_hash
    from oauth.sessions as used
    where used.session_hash = use_session.session_hash and used.used_at < platform.clock() - interval '1 minute'
    for update skip locked
  );
end
$$;
comment on function oauth.use_session(bytea) is
  'Returns the person and the e-mail address of a session, and records its use. Null without a session.';

create function oauth.is_recent_session(session_hash bytea)
returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from oauth.sessions
    where sessions.session_hash = is_recent_session.session_hash and sessions.created_at > platform.clock() - interval '30 minutes'
  );
$$;
comment on function oauth.is_recent_session(bytea) is
  'Returns whether a session began within 30 minutes. Changes of the sign-in and deletions need such a session.';

create function oauth.spend_form(session_hash bytea, form_id text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into oauth.sent_forms (session_hash, form_id) values (spend_form.session_hash, spend_form.form_id)
  on conflict on constraint sent_forms_pkey do nothing;
  return found;
end
$$;
comment on function oauth.spend_form(bytea, text) is
  'Returns whether a form is submitted for the first time. A concurrent copy waits here until the first one ends. A rollback of the form''s change '
  'also removes this record.';

create function oauth.record_change(person_id uuid, client_ip text, operation text, brand_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select oauth.record(
    'changed', person_id => record_change.person_id, client_ip => record_change.client_ip,
    detail => pg_catalog.jsonb_build_object('operation', record_change.operation, 'brand_id', record_change.brand_id)
  );
$$;
comment on function oauth.record_change(uuid, text, text, text) is 'Adds a change that a person made in the console to the audit log.';

create function oauth.person_brands(person_id uuid)
returns text[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(brands.brand_id order by brands.name, brands.brand_id), '{}')
  from core.memberships
  join core.brands on brands.brand_id = memberships.brand_id
  where memberships.person_id = person_brands.person_id and brands.status <> 'archived';
$$;
comment on function oauth.person_brands(uuid) is 'Returns the brands that a person can grant access to, which are the current memberships.';
