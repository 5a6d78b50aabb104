create function oauth.refresh(
  token_hash bytea,
  client_id text,
  scope text,
  resource text,
  known_resource text,
  access_hash bytea,
  refresh_hash bytea,
  client_ip text
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.now();
  v_fault constant jsonb := oauth.token_fault(refresh.client_id, refresh.resource, refresh.known_resource, refresh.client_ip);
  v_wanted constant text[] := string_to_array(nullif(refresh.scope, ''), ' ');
  v_grant oauth.grants;
  v_grant_id text;
begin
  if v_fault is not null then
    return v_fault;
  end if;
  select grants.* into v_grant
  from oauth.refresh_tokens
  join oauth.grants on grants.grant_id = refresh_tokens.grant_id
  where refresh_tokens.token_hash = refresh.token_hash and refresh_tokens.consumed_at is null and grants.client_id = refresh.client_id;
  if not v_wanted <@ v_grant.scopes then
    return oauth.refusal('invalid_scope', 'scope: more than was granted. Ask the person by a new authorisation request.');
  end if;
  -- One statement consumes: of any number of twins, one gets the row.
  update oauth.refresh_tokens
  set consumed_at = v_now
  from oauth.grants
  where refresh_tokens.token_hash = refresh.token_hash
    and refresh_tokens.consumed_at is null
    and refresh_tokens.expires_at > v_now
    and grants.grant_id = refresh_tokens.grant_id
    and grants.client_id = refresh.client_id
    and grants.resource = refresh.known_resource
    and grants.revoked_at is null
    and grants.expires_at > v_now
  returning grants.grant_id into v_grant_id;
  if v_grant_id is null then
    perform oauth.end_grant(refresh_tokens.grant_id, 'refresh_replay', refresh.client_ip)
    from oauth.refresh_tokens
    where refresh_tokens.token_hash = refresh.token_hash and refresh_tokens.consumed_at is not null;
    if not exists (select from oauth.refresh_tokens where refresh_tokens.token_hash = refresh.token_hash) then
      perform oauth.admit('unauthorized:' || refresh.client_ip, 100);
    end if;
    return oauth.refusal('invalid_grant', 'refresh_token: unknown, expired, used before, revoked, or issued to another client.');
  end if;
  perform oauth.record('refreshed', v_grant.client_id, v_grant.grant_id, v_grant.person_id, refresh.client_ip);
  return oauth.issue_tokens(v_grant.grant_id, coalesce(v_wanted, v_grant.scopes), refresh.access_hash, refresh.refresh_hash);
end
$$;
comment on function oauth.refresh(bytea, text, text, text, text, bytea, bytea, text) is
  'RFC 6749, section 6: a refresh token for new tokens, once, for the client it was issued to. The replay of a used one ends the grant; scope can only narrow.';
