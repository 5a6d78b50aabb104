create function oauth.limit_grants(person_id uuid, client_id text, client_ip text, grants_max integer default 20)
returns void
language plpgsql volatile
as $$
begin
  -- Concurrent redemptions are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws('/', 'oauth.limit_grants', limit_grants.person_id, limit_grants.client_id), 0));
  perform oauth.end_grant(surplus.grant_id, 'grant_limit', limit_grants.client_ip)
  from (
    select held.grant_id
    from oauth.grants as held
    where held.person_id = limit_grants.person_id
      and held.client_id = limit_grants.client_id
      and held.redeemed_at is not null
      and held.revoked_at is null
      and held.expires_at > platform.clock()
    order by greatest(held.last_used_at, held.redeemed_at) desc, held.created_at desc, held.grant_id
    offset limit_grants.grants_max
  ) as surplus;
end
$$;
comment on function oauth.limit_grants(uuid, text, text, integer) is
  'Keeps the 20 grants of a person and a client that were used or redeemed last, and ends the others. An app that connects again on every start must '
  'not accumulate grants. Several installations of one app stay connected.';

create function oauth.exchange_code(
  code_hash bytea,
  client_id text,
  redirect_uri text,
  code_challenge text,
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
  v_now constant timestamptz := platform.clock();
  v_fault constant jsonb :=
    oauth.token_fault(exchange_code.client_id, exchange_code.resource, exchange_code.known_resource, exchange_code.client_ip);
  v_code oauth.codes;
  v_grant oauth.grants;
begin
  if v_fault is not null then
    return v_fault;
  end if;
  -- One statement consumes the row, so that one of several concurrent requests gets it.
  update oauth.codes
  set consumed_at = v_now
  where codes.code_hash = exchange_code.code_hash
    and codes.client_id = exchange_code.client_id
    and codes.redirect_uri = exchange_code.redirect_uri
    and codes.code_challenge = exchange_code.code_challenge
    and codes.expires_at > v_now
    and codes.consumed_at is null
  returning * into v_code;
  if v_code.code_hash is null then
    perform oauth.end_grant(codes.grant_id, 'code_replay', exchange_code.client_ip)
    from oauth.codes
    where codes.code_hash = exchange_code.code_hash and codes.consumed_at is not null;
    -- The limit counts unknown codes only: a replayed code always ends its grant.
    if not exists (select from oauth.codes where codes.code_hash = exchange_code.code_hash) then
      perform oauth.admit('unauthorized:' || exchange_code.client_ip, 100);
    end if;
    return oauth.refusal('invalid_grant', 'is_not_a_valid_code', 'code');
  end if;
  update oauth.grants
  set redeemed_at = v_now
  where grants.grant_id = v_code.grant_id and grants.revoked_at is null and grants.resource = exchange_code.known_resource
  returning * into v_grant;
  if v_grant.grant_id is null then
    return oauth.refusal('invalid_grant', 'is_revoked_with_its_grant', 'code');
  end if;
  perform oauth.limit_grants(v_grant.person_id, v_grant.client_id, exchange_code.client_ip);
  perform oauth.record('code_exchanged', v_grant.client_id, v_grant.grant_id, v_grant.person_id, exchange_code.client_ip);
  return oauth.issue_tokens(
    v_grant.grant_id, v_grant.scopes, exchange_code.access_hash,
    case when (
      select 'refresh_token' = any (clients.grant_types) from oauth.clients where clients.client_id = v_grant.client_id
    ) then exchange_code.refresh_hash end
  );
end
$$;
comment on function oauth.exchange_code(bytea, text, text, text, text, text, bytea, bytea, text) is
  'RFC 6749, section 4.1.3 and RFC 7636, section 4.6: exchanges a code for tokens, once, for its client, redirect URI and verifier. A second use '
  'ends the grant.';
