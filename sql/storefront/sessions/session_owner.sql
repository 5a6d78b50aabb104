create function storefront.session_owner()
returns text
language sql stable
return coalesce('key ' || core.scope_credential_id(), 'agent ' || core.scope_agent());
comment on function storefront.session_owner() is
  'Returns whom a new session belongs to: the credential of the request, else the agent whose signature is verified. Null for other callers.';

create function storefront.is_session_owner(owner text)
returns boolean
language sql stable
return is_session_owner.owner is null
  or coalesce(is_session_owner.owner in ('key ' || core.scope_credential_id(), 'agent ' || core.scope_agent()), false);
comment on function storefront.is_session_owner(text) is
  'Whether the caller may read and change a session with this owner. A session without an owner is accessible by its id.';

create function storefront.order_reference(handoff_token text)
returns text
language sql immutable
return 'ord_' || pg_catalog.left(
  pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to('order ' || order_reference.handoff_token, 'UTF8')), 'hex'), 24
);
comment on function storefront.order_reference(text) is
  'Returns the reference of a session in the address of the merchant. Neither the id nor the link of the session can be derived from it, because the page of '
  'the merchant, its logs and its scripts see it.';

grant execute on function
  storefront.session_owner(),
  storefront.is_session_owner(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
grant execute on function storefront.order_reference(text) to vitrine_worker;
