create unlogged table events.wake_requests (
  channel text not null,
  expires_at timestamptz not null,
  constraint wake_requests_pkey primary key (channel)
) with (fillfactor = 50);
comment on table events.wake_requests is
  'Whether a sleeping listener requests a notification from the next transaction that writes an event. Unlogged: a listener repeats its request '
  'after a crash.';
comment on column events.wake_requests.channel is 'The channel that the listener listens on.';
comment on column events.wake_requests.expires_at is 'Until when writers notify. The request of a crashed listener expires then.';

create function events.request_wake(seconds integer default 60)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- A longer request of a leaked login would make all writers wait for the lock of NOTIFY.
  perform platform.require_number('seconds', request_wake.seconds, 1, 120);
  insert into events.wake_requests as held (channel, expires_at)
  values ('vitrine_outbox', clock_timestamp() + make_interval(secs => request_wake.seconds))
  on conflict on constraint wake_requests_pkey do update set expires_at = excluded.expires_at
  -- Do not rewrite a request that has more than half of its time left.
  where held.expires_at < clock_timestamp() + make_interval(secs => request_wake.seconds) / 2;
end
$$;
comment on function events.request_wake(integer) is
  'Makes every transaction that writes an event in the next seconds notify the channel vitrine_outbox at commit. Look for events once more after '
  'this commits, because a transaction that was already committing may not have seen the request. Raises BADRQ for more than 120 seconds.';

create function events.cancel_wake()
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  update events.wake_requests set expires_at = '-infinity' where wake_requests.expires_at > clock_timestamp();
$$;
comment on function events.cancel_wake() is
  'Ends the notifications. An active listener polls, so that concurrent writers do not wait for the lock of NOTIFY.';

create function events.wake_sequencer()
returns trigger
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Once per transaction, however many events it writes.
  if current_setting('vitrine.wake_checked', true) is distinct from pg_current_xact_id()::text then
    perform set_config('vitrine.wake_checked', pg_current_xact_id()::text, true);
    if exists (select from events.wake_requests where wake_requests.expires_at > clock_timestamp()) then
      notify vitrine_outbox;
    end if;
  end if;
  return null;
end
$$;
comment on function events.wake_sequencer() is
  'Notifies a sleeping listener, if there is one. NOTIFY locks the whole database at commit, so writers skip it while no listener sleeps.';
revoke execute on function events.request_wake(integer), events.cancel_wake(), events.wake_sequencer() from public;
grant execute on function events.request_wake(integer), events.cancel_wake() to vitrine_functions, vitrine_worker;

-- Deferred, so that the check for a sleeping listener runs at commit.
create constraint trigger outbox_written after insert on events.outbox
deferrable initially deferred for each row execute function events.wake_sequencer();
