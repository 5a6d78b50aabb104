create function console.end_unsubscribe_links(brand_id text, kind text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from oauth.unsubscribe_tokens
  where unsubscribe_tokens.brand_id = end_unsubscribe_links.brand_id and unsubscribe_tokens.person_id = core.scope_person_id()
    and unsubscribe_tokens.kind = end_unsubscribe_links.kind;
$$;
comment on function console.end_unsubscribe_links(text, text) is
  'Ends the links to unsubscribe of the signed-in person, who turns these mails on: the later choice wins over an old mail.';

create function console.notification_states(brand_id text)
returns table (kind text, gets boolean, sent_at timestamptz, failed_at timestamptz, refusal jsonb)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    kinds.kind, oauth.gets_notifications(notification_states.brand_id, core.scope_person_id(), kinds.kind),
    held.sent_at, held.failed_at, held.refusal
  from core.notification_kinds() as kinds
  left join oauth.notification_mails as held
    on held.brand_id = notification_states.brand_id and held.recipient = core.scope_person_id()::text and held.kind = kinds.kind;
$$;
comment on function console.notification_states(text) is
  'Returns for the signed-in person which mails of a brand are sent, and how the last one of each kind ended.';
revoke execute on function console.end_unsubscribe_links(text, text), console.notification_states(text) from public;
grant execute on function console.end_unsubscribe_links(text, text), console.notification_states(text) to vitrine_person;
