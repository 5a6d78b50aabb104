-- Only vitrine_oauth and the gate access the tables of oauth. The gate reads what it needs to resolve an access token, and updates last_used_at.
call core.protect_for_role('oauth.scopes', 'vitrine_oauth');
call core.protect_for_role('oauth.clients', 'vitrine_oauth');
call core.protect_for_role('oauth.authorization_requests', 'vitrine_oauth');
call core.protect_for_role('oauth.grants', 'vitrine_oauth');
call core.protect_for_role('oauth.codes', 'vitrine_oauth');
call core.protect_for_role('oauth.access_tokens', 'vitrine_oauth');
call core.protect_for_role('oauth.refresh_tokens', 'vitrine_oauth');
call core.protect_for_role('oauth.sessions', 'vitrine_oauth');
call core.protect_for_role('oauth.sent_forms', 'vitrine_oauth');
call core.protect_for_role('oauth.audit_events', 'vitrine_oauth');

grant select on oauth.scopes to vitrine_oauth;
grant select, insert, update (detail), delete on oauth.audit_events to vitrine_oauth;
grant select, insert on oauth.sent_forms to vitrine_oauth;
grant select, insert, update, delete on
  oauth.clients, oauth.authorization_requests, oauth.grants, oauth.codes, oauth.access_tokens, oauth.refresh_tokens, oauth.sessions
to vitrine_oauth;

create policy gate on oauth.access_tokens for select to vitrine_gate using (true);
create policy gate on oauth.grants to vitrine_gate using (true);
grant select on oauth.access_tokens, oauth.grants to vitrine_gate;
grant update (last_used_at) on oauth.grants to vitrine_gate;

create policy oauth on core.brands for select to vitrine_oauth using (true);
create policy oauth on core.memberships for select to vitrine_oauth using (true);
create policy oauth on core.rate_limits to vitrine_oauth using (true);
grant select on core.brands, core.memberships to vitrine_oauth;
grant select, insert, update on core.rate_limits to vitrine_oauth;
grant execute on function core.minute(timestamptz), core.take(text, integer) to vitrine_oauth;
