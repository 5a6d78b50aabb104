create function oauth.gets_notifications(brand_id text, person_id uuid, kind text)
returns boolean
language sql stable
as $$
  select exists (
    select from core.memberships
    join core.brands on brands.brand_id = memberships.brand_id and brands.status <> 'archived'
    join core.notification_kinds() as kinds
      on kinds.kind = gets_notifications.kind and core.role_rank(memberships.role) >= core.role_rank(kinds.role)
    left join core.notification_choices as chosen
      on chosen.brand_id = memberships.brand_id and chosen.person_id = memberships.person_id and chosen.kind = kinds.kind
    where memberships.brand_id = gets_notifications.brand_id and memberships.person_id = gets_notifications.person_id
      and coalesce(chosen.is_on, kinds.is_default)
  );
$$;
comment on function oauth.gets_notifications(text, uuid, text) is
  'Returns whether a person gets mails of a kind now: a member of a brand that is not archived, with the required role, by choice or by default.';

create function oauth.notify_members(brand_id text, kind text, subject_id text, only_person uuid default null, except_kind text default null)
returns void
language sql volatile
as $$
  insert into oauth.notifications (brand_id, person_id, kind, subject_id)
  select memberships.brand_id, memberships.person_id, notify_members.kind, notify_members.subject_id
  from core.memberships
  where memberships.brand_id = notify_members.brand_id
    and (notify_members.only_person is null or memberships.person_id = notify_members.only_person)
    and oauth.gets_notifications(memberships.brand_id, memberships.person_id, notify_members.kind)
    and (
      notify_members.except_kind is null
      or not oauth.gets_notifications(memberships.brand_id, memberships.person_id, notify_members.except_kind)
    );
$$;
comment on function oauth.notify_members(text, text, text, uuid, text) is
  'Records an event for the mails of the members who get this kind, or of one person. Members who get except_kind are informed by that one. Inserts only, '
  'so that concurrent events do not wait for each other.';

create function oauth.gets_messages(receiver_id text)
returns boolean
language sql stable
as $$
  select exists (
    select from core.slack_receivers as receivers
    join core.brands on brands.brand_id = receivers.brand_id and brands.status <> 'archived'
    where receivers.receiver_id = gets_messages.receiver_id and receivers.disabled_at is null
  );
$$;
comment on function oauth.gets_messages(text) is 'Returns whether a Slack channel gets messages now: it is not disabled, and its brand is not archived.';

create function oauth.notify_channel(brand_id text, kind text, subject_id text)
returns void
language sql volatile
as $$
  insert into oauth.notifications (brand_id, receiver_id, kind, subject_id)
  select receivers.brand_id, receivers.receiver_id, notify_channel.kind, notify_channel.subject_id
  from core.slack_receivers as receivers
  where receivers.brand_id = notify_channel.brand_id and oauth.gets_messages(receivers.receiver_id);
$$;
comment on function oauth.notify_channel(text, text, text) is 'Records an event for the messages to the Slack channel of a brand, if it has one.';

create function oauth.notify_of_alert()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform oauth.notify_channel(new.brand_id, 'alerts', new.event_id);
  perform oauth.notify_members(
    new.brand_id, 'alerts', new.event_id,
    except_kind => case when new.data ->> 'detector' = 'data_stale' and new.data ->> 'reason' is not null then 'sources' end
  );
  return null;
end
$$;
comment on function oauth.notify_of_alert() is
  'Informs members and the Slack channel of the brand of an alert. The alert of a source that needs attention is left out for members who are informed of the source.';
create trigger notify_of_alert after insert on events.outbox
for each row when (new.type = 'alert.triggered') execute function oauth.notify_of_alert();

create function oauth.notify_of_proposal()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform oauth.notify_members(new.brand_id, 'proposals', new.proposal_id);
  return null;
end
$$;
comment on function oauth.notify_of_proposal() is 'Informs members of a proposal that waits for a decision.';
create trigger notify_of_proposal after insert on connector.proposals
for each row when (new.status = 'pending_approval') execute function oauth.notify_of_proposal();

create function oauth.notify_of_shop()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_subject_id constant text := coalesce(new.data ->> 'dispute_id', new.data ->> 'transaction_id', new.data ->> 'negotiation_id');
begin
  if new.data ? 'negotiation_id' and not commerce.offer_waits(new.brand_id, v_subject_id) then
    return null;
  end if;
  perform oauth.notify_channel(new.brand_id, 'shop', v_subject_id);
  perform oauth.notify_members(new.brand_id, 'shop', v_subject_id);
  return null;
end
$$;
comment on function oauth.notify_of_shop() is
  'Informs members and the Slack channel of the brand of an offer that waits for a person of the shop, of a new order, and of a dispute.';
-- Deferred, because the pricing policy answers most offers in the transaction in which they are made.
create constraint trigger notify_of_shop after insert on events.outbox
deferrable initially deferred for each row
when (
  new.type in ('transaction.created', 'dispute.recorded')
  or (new.type in ('negotiation.opened', 'negotiation.countered') and new.data ->> 'status' = 'pending_merchant')
)
execute function oauth.notify_of_shop();

create function oauth.notify_of_upload()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform oauth.notify_members(new.brand_id, 'imports', coalesce(new.import_id, new.upload_id), only_person => new.uploaded_by);
  return null;
end
$$;
comment on function oauth.notify_of_upload() is 'Informs the person who uploaded a file that it was imported or refused.';
create trigger notify_of_upload after update of state on analytics.uploads
for each row when (new.uploaded_by is not null and new.state in ('imported', 'failed') and new.state <> old.state)
execute function oauth.notify_of_upload();

create function oauth.notify_of_source()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform oauth.notify_members(new.brand_id, 'sources', new.source_id);
  return null;
end
$$;
comment on function oauth.notify_of_source() is 'Informs members of a source that needs attention. Its trigger is in sql/sources/attention.sql.';
