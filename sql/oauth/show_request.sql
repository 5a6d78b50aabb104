create function oauth.open_request(request_hash bytea, browser_hash bytea)
returns oauth.authorization_requests
language sql stable
as $$
  select authorization_requests.* from oauth.authorization_requests
  where authorization_requests.request_hash = open_request.request_hash
    and authorization_requests.browser_hash = open_request.browser_hash
    and authorization_requests.decided_at is null
    and authorization_requests.expires_at > platform.clock();
$$;
comment on function oauth.open_request(bytea, bytea) is
  'Returns a request that waits for the decision of this browser. Null for another browser, after ten minutes and after the decision.';

create function oauth.show_request(request_hash bytea, browser_hash bytea, session_hash bytea)
returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_request constant oauth.authorization_requests := oauth.open_request(show_request.request_hash, show_request.browser_hash);
  v_person_id constant uuid := oauth.session_person(show_request.session_hash);
  v_client oauth.clients;
begin
  if v_request.request_hash is null then
    perform platform.fail('NTFND', 'this_authorization_request_is_over');
  end if;
  select clients.* into v_client from oauth.clients where clients.client_id = v_request.client_id;
  return jsonb_build_object(
    'client_name', v_client.client_name,
    'client_id', v_client.client_id,
    'is_document', v_client.is_document,
    'redirect_uri', v_request.redirect_uri,
    'is_signed_in', v_person_id is not null,
    'person', platform.person_email(v_person_id),
    'grant_days', 365,
    'scopes', (
      select jsonb_agg(
        jsonb_build_object(
          'scope', scopes.scope,
          'title', scopes.title,
          'meaning', scopes.meaning,
          'is_ticked', scopes.is_default,
          'is_highlighted', not scopes.is_default and scopes.scope = any (v_request.scopes)
        )
        order by scopes.position
      )
      from oauth.scopes
    ),
    'brands', coalesce(
      (
        select jsonb_agg(
          jsonb_build_object(
            'brand_id', brands.brand_id,
            'name', coalesce(brands.name, brands.slug),
            'is_ticked', cardinality(oauth.person_brands(v_person_id)) = 1
          )
          order by reached.position
        )
        from unnest(oauth.person_brands(v_person_id)) with ordinality as reached (brand_id, position)
        join core.brands on brands.brand_id = reached.brand_id
      ),
      '[]'
    )
  );
end
$$;
comment on function oauth.show_request(bytea, bytea, bytea) is
  'Returns what the sign-in and consent pages show of a request: the client, all scopes regardless of the request, and the person''s brands. A brand '
  'is preselected only if the person has no other. Raises NTFND for a request that is no longer open.';
