call core.protect('sources.sources');
call core.protect('sources.windows');
call core.protect('sources.due_objects');
call core.protect('sources.data_requests');

-- A grant is readable by the worker only. Persons see who connected it.
alter table sources.connections enable row level security;
alter table sources.connections force row level security;
create policy worker on sources.connections to vitrine_worker using (true);
create policy gate on sources.connections to vitrine_gate using (true);
create policy person on sources.connections for select to vitrine_person
using (
  exists (
    select from core.brands
    where brands.brand_id = any ((select core.scope_brand_ids())::text[]) and brands.account_id = connections.account_id
  )
);
create policy person_adds on sources.connections for insert to vitrine_person
with check (
  (select core.scope_role_is('admin'))
  and exists (
    select from core.brands
    where brands.brand_id = any ((select core.scope_brand_ids())::text[]) and brands.account_id = connections.account_id
  )
);
grant select, insert on sources.connections to vitrine_worker;
grant select, update on sources.connections to vitrine_gate;
grant
  select (
    connection_id, account_id, platform, subject, shop, scopes, version, access_expires_at, refresh_expires_at, granted_at, refreshed_at, connected_by,
    person_id, connected_at, ended_at, ended_for
  ),
  insert (connection_id, account_id, platform, client_id, subject, shop, scopes, sealed, access_expires_at, refresh_expires_at, connected_by)
on sources.connections to vitrine_person;

alter table sources.reachable_accounts enable row level security;
alter table sources.reachable_accounts force row level security;
create policy worker on sources.reachable_accounts to vitrine_worker using (true);
create policy person on sources.reachable_accounts for select to vitrine_person
using (
  (select core.scope_role_is('admin'))
  and exists (
    select from sources.connections
    where connections.connection_id = reachable_accounts.connection_id and connections.person_id = (select core.scope_person_id())
  )
);
create policy person_adds on sources.reachable_accounts for insert to vitrine_person
with check (
  (select core.scope_role_is('admin'))
  and exists (
    select from sources.connections
    where connections.connection_id = reachable_accounts.connection_id and connections.person_id = (select core.scope_person_id())
  )
);
create policy gate on sources.reachable_accounts to vitrine_gate using (true);
grant select, insert, delete on sources.reachable_accounts to vitrine_worker;
grant select (connection_id, external_id, unavailable), delete on sources.reachable_accounts to vitrine_gate;
grant select, insert on sources.reachable_accounts to vitrine_person;

alter table sources.authorizations enable row level security;
alter table sources.authorizations force row level security;
create policy worker on sources.authorizations to vitrine_worker
using (brand_id = any ((select core.scope_brand_ids())::text[]));
create policy person on sources.authorizations for select to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_adds on sources.authorizations for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_changes on sources.authorizations for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_deletes on sources.authorizations for delete to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy gate on sources.authorizations for select to vitrine_gate using (true);
grant select on sources.authorizations to vitrine_gate;
grant select, insert, update, delete on sources.authorizations to vitrine_worker;
grant select, insert, update (taken_at, stored_at), delete on sources.authorizations to vitrine_person;

-- The gate finds due work over all brands, and stops all sources of a dead grant.
create policy gate on sources.sources to vitrine_gate using (true);
grant select, update on sources.sources to vitrine_gate;
create policy gate on sources.windows for select to vitrine_gate using (true);
grant select on sources.windows to vitrine_gate;
create policy gate on sources.due_objects for select to vitrine_gate using (true);
grant select on sources.due_objects to vitrine_gate;
create policy gate on sources.data_requests for select to vitrine_gate using (true);
grant select on sources.data_requests to vitrine_gate;

-- A webhook belongs to a shop or a person, and several brands can have connected its accounts.
alter table sources.webhooks enable row level security;
alter table sources.webhooks force row level security;
create policy gate on sources.webhooks to vitrine_gate using (true);
grant select, insert, update, delete on sources.webhooks to vitrine_gate;

create policy person_adds on sources.sources for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_changes on sources.sources for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_changes on sources.windows for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
create policy person_deletes on sources.windows for delete to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant
  insert (brand_id, connection_id, platform, external_id, name, currency, timezone, manager_id),
  update (
    connection_id, name, currency, timezone, manager_id, status, attention, attention_since, retry_at, planned, disconnected_at, is_deletion_due,
    stale_since
  )
on sources.sources to vitrine_person;
grant update (due_at, attempts), delete on sources.windows to vitrine_person;
create policy person_changes on sources.due_objects for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and (select core.scope_role_is('admin')));
grant update (due_at, attempts) on sources.due_objects to vitrine_person;

grant execute on function
  sources.add_authorization(text, text, text, text, text, text, text, text),
  sources.spend_authorization(text, text, text),
  sources.add_connection(text, jsonb, jsonb),
  sources.earlier_connections(text, text, text[]),
  sources.add_sources(text, text, text[]),
  sources.end_source(text, text, boolean),
  sources.retry_source(text, text),
  sources.end_unused_connections(),
  sources.end_replaced_connections(text[])
to vitrine_person, vitrine_worker;
grant execute on function sources.is_in_use(text), sources.end_at_platform(text, text, text) to vitrine_gate;
grant execute on function
  sources.plan_windows(text, text, text, jsonb, jsonb),
  sources.add_window(text, text, text, text, date, date),
  sources.add_windows(text, text, text, text, date, date, integer),
  sources.replace_unread_windows(text, text, text, date),
  sources.last_night(text, integer, integer),
  sources.keep_source(text, text, text, integer),
  sources.next_window(text, text),
  sources.seconds_to_next_read(text, text),
  sources.require_lease(text, text, text),
  sources.note_request(text, text, text, text, double precision, timestamptz),
  sources.delay_window(text, text, text, double precision, boolean, boolean, jsonb, boolean, boolean, jsonb),
  sources.wait_for_platform(text, text, text, double precision),
  sources.require_window(text, text, text),
  sources.split_window(text, text, text),
  sources.shorten_window(sources.windows, date),
  sources.rated_through(jsonb, sources.sources, date),
  sources.note_rated_days(sources.windows, date),
  sources.orders_without_rates(sources.sources, jsonb),
  sources.leave_out_unrated(sources.sources, jsonb),
  sources.need_attention(text, text, jsonb, double precision),
  sources.note_failed_run(text, text, text, text, integer),
  sources.note_version(text, text, text, jsonb),
  sources.finish_window(text, text, text, bigint, bigint, integer, text[], date, bigint),
  sources.stale_alert(sources.sources),
  sources.staged_columns(text[]),
  sources.stage_ads(sources.sources, text, text[], jsonb),
  sources.account_entities(text, text, text),
  sources.remove_unreported(text, regclass, text, text[], text, text, text),
  sources.write_days(text, text[], date, date),
  sources.write_hours(text, text[], date, date, text),
  sources.commit_ads(text, text, text, text, text[], jsonb, integer, timestamptz, date),
  sources.commit_sessions(text, text, text, jsonb, integer, text[]),
  sources.commit_transactions(text, text, text, jsonb, integer, text[]),
  sources.touch_ga4_orders(text, text[]),
  sources.note_due_objects(text, text, text, text[]),
  sources.note_unready_journeys(text, text, text[]),
  sources.next_objects(text, text, text[]),
  sources.waiting_objects(text, text),
  sources.delay_objects(text, text, text, text[], double precision, jsonb, boolean, jsonb),
  sources.write_orders(sources.sources, jsonb, date, date),
  sources.advance_orders(sources.sources, text, jsonb),
  sources.commit_orders(text, text, text, jsonb, integer),
  sources.commit_products(text, text, text, jsonb, integer),
  sources.commit_objects(text, text, text, text, jsonb, timestamptz),
  sources.redact_shop(text, text, timestamptz),
  sources.handle_shop_webhook(text, text, jsonb),
  sources.answer_data_request(text, text),
  sources.shrink_data_status(text, text[]),
  sources.delete_data(text, text),
  analytics.supersede_sums(text, text[])
to vitrine_worker;
grant execute on function sources.stale_alert(sources.sources) to vitrine_gate, vitrine_person;
grant execute on function sources.reachable_since(sources.sources), sources.has_stopped(sources.sources), sources.working_sources() to vitrine_gate;
