create function oauth.repeat_refresh(token_hash bytea, client_id text, scopes text[], known_resource text, grace_seconds integer)
returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'body', jsonb_build_object(
      'token_type', 'Bearer',
      'expires_in', pg_catalog.floor(extract(epoch from access_tokens.expires_at - platform.clock()))::integer,
      'scope', array_to_string(access_tokens.scopes, ' ')
    ),
    'sealed_pair', used.sealed_pair
  )
  from oauth.refresh_tokens as used
  join oauth.grants on grants.grant_id = used.grant_id
  join oauth.access_tokens on access_tokens.token_hash = used.pair_hashes[1]
  join oauth.refresh_tokens as next on next.token_hash = used.pair_hashes[2] and next.consumed_at is null
  where used.token_hash = repeat_refresh.token_hash
    and used.consumed_at > platform.clock() - pg_catalog.make_interval(secs => least(repeat_refresh.grace_seconds, 60))
    and grants.client_id = repeat_refresh.client_id
    and grants.resource = repeat_refresh.known_resource
    and grants.revoked_at is null
    and grants.expires_at > platform.clock()
    and access_tokens.scopes @> coalesce(repeat_refresh.scopes, grants.scopes)
    and access_tokens.scopes <@ coalesce(repeat_refresh.scopes, grants.scopes);
$$;
comment on function oauth.repeat_refresh(bytea, text, text[], text, integer) is
  'Returns the response that a used refresh token had, within the grace period, to the same request of the same client. The new refresh token must '
  'be unused. Null otherwise, and always without a grace period.';

create function oauth.refresh(
  token_hash bytea,
  client_id text,
  scope text,
  resource text,
  known_resource text,
  access_hash bytea,
  refresh_hash bytea,
  client_ip text,
  sealed_pair text default null,
  grace_seconds integer default 0
)
returns jsonb
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := platform.clock();
  v_fault constant jsonb := oauth.token_fault(refresh.client_id, refresh.resource, refresh.known_resource, refresh.client_ip);
  v_wanted constant text[] := string_to_array(nullif(refresh.scope, ''), ' ');
  v_grant oauth.grants;
  v_grant_id text;
  v_repeated jsonb;
begin
  if v_fault is not null then
    return v_fault;
  end if;
  select grants.* into v_grant
  from oauth.refresh_tokens
  join oauth.grants on grants.grant_id = refresh_tokens.grant_id
  where refresh_tokens.token_hash = refresh.token_hash and refresh_tokens.consumed_at is null and grants.client_id = refresh.client_id;
  if not v_wanted <@ v_grant.scopes then
    return oauth.refusal('invalid_scope', 'exceeds_the_grant', 'scope');
  end if;
  -- One statement consumes the row, so that one of several concurrent requests gets it.
  update oauth.refresh_tokens
  set
    consumed_at = v_now,
    pair_hashes = case when refresh.sealed_pair is not null then array[refresh.access_hash, refresh.refresh_hash] end,
    sealed_pair = refresh.sealed_pair
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
    v_repeated := oauth.repeat_refresh(refresh.token_hash, refresh.client_id, v_wanted, refresh.known_resource, refresh.grace_seconds);
    if v_repeated is not null then
      perform oauth.record('refresh_repeated', refresh.client_id, client_ip => refresh.client_ip);
      return v_repeated;
    end if;
    perform oauth.end_grant(refresh_tokens.grant_id, 'refresh_replay', refresh.client_ip)
    from oauth.refresh_tokens
    where refresh_tokens.token_hash = refresh.token_hash and refresh_tokens.consumed_at is not null;
    if not exists (select from oauth.refresh_tokens where refresh_tokens.token_hash = refresh.token_hash) then
      perform oauth.admit('unauthorized:' || refresh.client_ip, 100);
    end if;
    return oauth.refusal('invalid_grant', 'is_not_a_valid_refresh_token', 'refresh_token');
  end if;
  perform oauth.record('refreshed', v_grant.client_id, v_grant.grant_id, v_grant.person_id, refresh.client_ip);
  return oauth.issue_tokens(v_grant.grant_id, coalesce(v_wanted, v_grant.scopes), refresh.access_hash, refresh.refresh_hash);
end
$$;
comment on function oauth.refresh(bytea, text, text, text, text, bytea, bytea, text, text, integer) is
  'RFC 6749, section 6: exchanges a refresh token for new tokens, once, for its client. scope can only narrow. The replay of a used token ends the '
  'grant. During grace_seconds (at most 60, 0 by default), a replay gets the same response instead.';
