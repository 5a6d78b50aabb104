create function oauth.issue_tokens(grant_id text, scopes text[], access_hash bytea, refresh_hash bytea)
returns jsonb
language plpgsql volatile
as $$
declare
  v_now constant timestamptz := platform.clock();
  v_grant oauth.grants;
  v_expires_at timestamptz;
begin
  select grants.* into v_grant from oauth.grants where grants.grant_id = issue_tokens.grant_id;
  v_expires_at := least(v_now + interval '3600 seconds', v_grant.expires_at);
  insert into oauth.access_tokens (token_hash, grant_id, scopes, expires_at)
  values (issue_tokens.access_hash, v_grant.grant_id, issue_tokens.scopes, v_expires_at);
  if issue_tokens.refresh_hash is not null then
    insert into oauth.refresh_tokens (token_hash, grant_id, expires_at)
    values (issue_tokens.refresh_hash, v_grant.grant_id, least(v_now + interval '30 days', v_grant.expires_at));
  end if;
  return jsonb_build_object(
    'body', jsonb_build_object(
      'token_type', 'Bearer',
      'expires_in', pg_catalog.floor(extract(epoch from v_expires_at - v_now))::integer,
      'scope', array_to_string(issue_tokens.scopes, ' ')
    ),
    'has_refresh_token', issue_tokens.refresh_hash is not null
  );
end
$$;
comment on function oauth.issue_tokens(text, text[], bytea, bytea) is
  'Stores an access token for one hour and, if given, a refresh token for 30 days. Neither outlives the grant. Returns the token response.';

create function oauth.token_fault(client_id text, resource text, known_resource text, client_ip text)
returns jsonb
language plpgsql volatile
as $$
begin
  if not exists (select from oauth.clients where clients.client_id = token_fault.client_id) then
    perform oauth.admit('unauthorized:' || token_fault.client_ip, 100);
    return oauth.refusal('invalid_client', 'is_unknown', 'client_id');
  end if;
  if token_fault.resource is not null and token_fault.resource <> token_fault.known_resource then
    return oauth.refusal('invalid_target', 'must_be_the_granted_resource', 'resource');
  end if;
  return null;
end
$$;
comment on function oauth.token_fault(text, text, text, text) is
  'What is wrong with a token request before its code or token is looked at, as oauth.refusal, so that neither is used up by it; or null.';
