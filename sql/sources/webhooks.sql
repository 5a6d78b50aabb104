create table sources.webhooks (
  platform text not null,
  webhook_id text not null,
  content text,
  proof text not null,
  received_at timestamptz not null default platform.clock(),
  due_at timestamptz not null default platform.clock(),
  attempts integer not null default 0,
  handled_at timestamptz,
  constraint webhooks_pkey primary key (platform, webhook_id),
  constraint webhooks_platform_check check (platform in ('meta', 'shopify')),
  constraint webhooks_webhook_id_check check (webhook_id ~ '^[\w-]{1,100}$'),
  constraint webhooks_handled_check check ((content is null) = (handled_at is not null))
);
create index webhooks_due_idx on sources.webhooks (due_at) where handled_at is null;
create index webhooks_handled_idx on sources.webhooks (handled_at) where handled_at is not null;
comment on table sources.webhooks is
  'Signed requests that platforms send by themselves, which the worker handles: what to read again, whose access ended, or what to erase. They have ids '
  'and times, and nothing else of what the platform sent.';
comment on column sources.webhooks.webhook_id is
  'By which a repeated webhook is recognized. For a deletion that Meta requests: SHA-256 of the confirmation code, in hexadecimal, which only Meta and the '
  'person have.';
comment on column sources.webhooks.content is
  'What the worker must do, as JSON: ShopWebhook of shared/sources/shopify/webhook.ts, or MetaWebhook of shared/sources/meta/webhook.ts. Null after it was '
  'handled.';
comment on column sources.webhooks.proof is
  'HMAC of platform, webhook_id and content with the client secret, in hexadecimal. The worker checks it, because the login of the functions can store rows.';
comment on column sources.webhooks.due_at is 'When the next attempt may begin.';

create function sources.receive_webhook(platform text, webhook_id text, content text, proof text)
returns text
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_shop constant text := receive_webhook.content::jsonb ->> 'shop';
begin
  if receive_webhook.platform = 'shopify'
    and not exists (select from sources.sources as held where held.platform = 'shopify' and held.external_id = v_shop)
    and not exists (select from sources.connections as held where held.platform = 'shopify' and held.shop = v_shop and held.ended_at is null) then
    return 'unknown_shop';
  end if;
  insert into sources.webhooks (platform, webhook_id, content, proof)
  values (receive_webhook.platform, receive_webhook.webhook_id, receive_webhook.content, receive_webhook.proof)
  on conflict on constraint webhooks_pkey do nothing;
  return case when found then 'stored' else 'repeated' end;
end
$$;
comment on function sources.receive_webhook(text, text, text, text) is
  'Stores a webhook of a platform with its proof for the worker. Returns stored, repeated, or unknown_shop for a shop that no account has connected. It '
  'says nothing about persons.';
revoke execute on function sources.receive_webhook(text, text, text, text) from public;

create function sources.next_webhooks("limit" integer)
returns table (platform text, webhook_id text, content text, proof text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select held.platform, held.webhook_id, held.content, held.proof
  from sources.webhooks as held
  where held.handled_at is null and held.due_at <= platform.clock()
  order by held.due_at, held.platform, held.webhook_id
  limit next_webhooks."limit";
$$;
comment on function sources.next_webhooks(integer) is 'Returns the webhooks that the worker must handle now, those that wait longest first.';
revoke execute on function sources.next_webhooks(integer) from public;

create function sources.finish_webhook(platform text, webhook_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update sources.webhooks as held
  set handled_at = platform.clock(), content = null
  where held.platform = finish_webhook.platform and held.webhook_id = finish_webhook.webhook_id and held.handled_at is null;
$$;
comment on function sources.finish_webhook(text, text) is 'Records a webhook as handled, and removes its content. Its id is kept to recognize a repeated one.';
revoke execute on function sources.finish_webhook(text, text) from public;

create function sources.delay_webhook(platform text, webhook_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update sources.webhooks as held
  set attempts = held.attempts + 1, due_at = platform.clock() + least(interval '1 hour', interval '10 seconds' * power(2, least(held.attempts, 10)))
  where held.platform = delay_webhook.platform and held.webhook_id = delay_webhook.webhook_id and held.handled_at is null;
$$;
comment on function sources.delay_webhook(text, text) is
  'Makes a webhook that could not be handled due later: after 10 seconds, then twice as long, at most an hour.';
revoke execute on function sources.delay_webhook(text, text) from public;

create function sources.refuse_webhook(platform text, webhook_id text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from sources.webhooks as held
  where held.platform = refuse_webhook.platform and held.webhook_id = refuse_webhook.webhook_id and held.handled_at is null
    and held.received_at < platform.clock() - interval '1 day';
  if found then
    return true;
  end if;
  perform sources.delay_webhook(refuse_webhook.platform, refuse_webhook.webhook_id);
  return false;
end
$$;
comment on function sources.refuse_webhook(text, text) is
  'Deletes a webhook whose proof is wrong if it was received more than a day ago, and returns true. Before, it may be that the worker has an older secret '
  'than the function: it becomes due later.';
revoke execute on function sources.refuse_webhook(text, text) from public;

create function sources.prune_webhooks()
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from sources.webhooks as held
  where held.handled_at < platform.clock() - interval '7 days'
    and (held.platform <> 'meta' or held.handled_at < platform.clock() - interval '1 year');
$$;
comment on function sources.prune_webhooks() is
  'Deletes webhooks that were handled 7 days ago, and those of Meta after a year. Until then, repeated ones are recognized, and Meta shows the status of a '
  'deletion.';
revoke execute on function sources.prune_webhooks() from public;

create function sources.count_late_webhooks()
returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select count(*) from sources.webhooks as held where held.handled_at is null and held.received_at < platform.clock() - interval '1 hour';
$$;
comment on function sources.count_late_webhooks() is 'Returns how many webhooks of platforms were not handled within an hour, for the operator.';
revoke execute on function sources.count_late_webhooks() from public;

create function sources.deletion_status(webhook_id text)
returns table (requested_at text, deleted_at text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select platform.utc(held.received_at), platform.utc(held.handled_at)
  from sources.webhooks as held
  where held.platform = 'meta' and held.webhook_id = deletion_status.webhook_id;
$$;
comment on function sources.deletion_status(text) is
  'Returns when Meta requested the deletion of what is stored of a person, and when it was done. No row for an unknown id.';
revoke execute on function sources.deletion_status(text) from public;
