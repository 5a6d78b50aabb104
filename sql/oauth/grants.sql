create function oauth.person_grants(person_id uuid)
returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'person', platform.person_email(person_grants.person_id),
    'data', coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', held.grant_id,
          'client_id', held.client_id,
          'client_name', clients.client_name,
          'redirect_uri', held.redirect_uri,
          'resource', held.resource,
          'device', held.device,
          'scopes', held.scopes,
          'permissions', (
            select jsonb_agg(scopes.title order by scopes.position) from oauth.scopes where scopes.scope = any (held.scopes)
          ),
          'brands', (
            select coalesce(jsonb_agg(jsonb_build_object('id', brands.brand_id, 'name', coalesce(brands.name, brands.slug)) order by brands.name), '[]')
            from core.brands
            where brands.brand_id = any (held.brand_ids) and brands.brand_id = any (oauth.person_brands(person_grants.person_id))
          ),
          'created_at', platform.utc(held.created_at),
          'expires_at', platform.utc(held.expires_at),
          'last_used_at', platform.utc(held.last_used_at)
        )
        order by held.created_at desc, held.grant_id
      ),
      '[]'
    )
  )
  from oauth.grants as held
  join oauth.clients on clients.client_id = held.client_id
  where held.person_id = person_grants.person_id
    and held.redeemed_at is not null
    and held.revoked_at is null
    and held.expires_at > platform.clock();
$$;
comment on function oauth.person_grants(uuid) is
  'Returns the apps that a person has connected, newest first, with the permissions and brands of each.';

create function oauth.grants(session_hash bytea)
returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.session_person(grants.session_hash);
begin
  if v_person_id is null then
    perform platform.fail('NAUTH', 'you_must_sign_in_to_see_apps');
  end if;
  return oauth.person_grants(v_person_id);
end
$$;
comment on function oauth.grants(bytea) is 'Returns the apps that the person of this session has connected. Raises NAUTH without a session.';

create function oauth.revoke_grant(session_hash bytea, grant_id text, client_ip text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_person_id constant uuid := oauth.session_person(revoke_grant.session_hash);
begin
  if v_person_id is null then
    perform platform.fail('NAUTH', 'you_must_sign_in_to_disconnect');
  end if;
  if not exists (
    select from oauth.grants as held
    where held.grant_id = revoke_grant.grant_id and held.person_id = v_person_id and held.revoked_at is null
  ) then
    perform platform.fail('NTFND', 'you_have_no_such_connection');
  end if;
  perform oauth.end_grant(revoke_grant.grant_id, 'person', revoke_grant.client_ip);
end
$$;
comment on function oauth.revoke_grant(bytea, text, text) is
  'Revokes a grant of the person of this session. Raises NAUTH without a session, and NTFND for a grant that is unknown or of another person.';

create function oauth.revoke_token(token_hash bytea, client_id text, client_ip text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select oauth.end_grant(held.grant_id, 'client', revoke_token.client_ip)
  from oauth.grants as held
  where held.grant_id in (
      select access_tokens.grant_id from oauth.access_tokens where access_tokens.token_hash = revoke_token.token_hash
      union all
      select refresh_tokens.grant_id from oauth.refresh_tokens where refresh_tokens.token_hash = revoke_token.token_hash
    )
    and held.client_id = coalesce(revoke_token.client_id, held.client_id);
$$;
comment on function oauth.revoke_token(bytea, text, text) is
  'RFC 7009, section 2.1: an access token or a refresh token revokes its whole grant. A token that is unknown or of another client has no effect.';

create function oauth.prune()
returns bigint
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from oauth.sessions where sessions.expires_at < platform.clock();
  delete from oauth.pending_sign_ins where pending_sign_ins.expires_at < platform.clock();
  delete from oauth.passkey_challenges where passkey_challenges.expires_at < platform.clock();
  delete from oauth.mail_tokens where mail_tokens.expires_at < platform.clock();
  delete from oauth.mails where mails.expires_at < platform.clock();
  delete from oauth.address_mails where address_mails.expires_at < platform.clock();
  delete from oauth.sign_up_links where sign_up_links.expires_at < platform.clock();
  delete from oauth.notifications where notifications.noted_at < platform.clock() - interval '7 days' and notifications.mail_id is null;
  delete from oauth.unsubscribe_tokens where unsubscribe_tokens.expires_at < platform.clock();
  delete from oauth.devices where devices.used_at < platform.clock() - interval '400 days';
  delete from oauth.attempt_counts where attempt_counts.window_start < platform.clock() - interval '1 day';
  delete from oauth.authorization_requests where authorization_requests.expires_at < platform.clock() - interval '1 day';
  delete from oauth.access_tokens where access_tokens.expires_at < platform.clock() - interval '1 day';
  update oauth.refresh_tokens set pair_hashes = null, sealed_pair = null
  where refresh_tokens.sealed_pair is not null and refresh_tokens.consumed_at < platform.clock() - interval '60 seconds';
  delete from oauth.grants
  where grants.expires_at < platform.clock() - interval '30 days'
    or grants.revoked_at < platform.clock() - interval '30 days'
    or (grants.redeemed_at is null and grants.created_at < platform.clock() - interval '1 day');
  delete from oauth.audit_events
  where audit_events.occurred_at < platform.clock() - interval '400 days'
    or (
      audit_events.person_id is null and audit_events.grant_id is null
      and audit_events.occurred_at < platform.clock() - interval '30 days'
    );
  with pruned as (
    delete from oauth.clients
    where clients.created_at < platform.clock() - interval '30 days'
      and not exists (select from oauth.grants where grants.client_id = clients.client_id)
      and not exists (select from oauth.authorization_requests where authorization_requests.client_id = clients.client_id)
    returning true
  )
  select count(*) from pruned;
$$;
comment on function oauth.prune() is
  'Deletes expired sessions, authorization requests and access tokens, devices that were not used for 400 days, and consents that were not redeemed '
  'within a day. Deletes grants that ended 30 days ago, and clients without a grant after 30 days. Deletes audit events '
  'after 400 days, and those without a person and a grant after 30 days. Returns the number of deleted clients.';
