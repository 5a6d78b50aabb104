-- A security definer function has the privileges of its owner, so each owner has only the needed ones.
grant create on schema core to vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person;

alter function core.run_as_anonymous(text, jsonb) owner to vitrine_anonymous;
alter function core.run_as_key(text, jsonb) owner to vitrine_key;
alter function core.run_as_simulated(text, jsonb) owner to vitrine_simulated;
alter function core.run_as_person(text, jsonb) owner to vitrine_person;
grant execute on function
  core.run_as_anonymous(text, jsonb),
  core.run_as_key(text, jsonb),
  core.run_as_simulated(text, jsonb),
  core.run_as_person(text, jsonb)
to vitrine_gate;

alter function core.call(text, bytea, text, jsonb, text, integer, jsonb, text, text) owner to vitrine_gate;
alter function core.identify(bytea, text, text) owner to vitrine_gate;
alter function core.analyst_brand_ids() owner to vitrine_gate;
alter function core.prune_rate_limits() owner to vitrine_gate;
alter function core.prune_answers() owner to vitrine_gate;
grant execute on function core.prune_rate_limits(), core.prune_answers() to vitrine_worker;
alter function core.create_account(text, text, text) owner to vitrine_gate;
alter function core.require_account(text) owner to vitrine_gate;
alter function core.create_brand(text, text, text, text, text, text) owner to vitrine_gate;
alter function core.delete_brand(text) owner to vitrine_gate;
alter function core.brands_to_delete() owner to vitrine_gate;
alter function core.delete_due_brand(text) owner to vitrine_gate;
alter function core.restore_brand(text) owner to vitrine_gate;
alter function core.sole_brands(uuid) owner to vitrine_gate;
alter function core.delete_person(uuid) owner to vitrine_gate;
grant execute on function core.brands_to_delete(), core.delete_due_brand(text) to vitrine_worker;
grant execute on function core.sole_brands(uuid), core.delete_person(uuid) to vitrine_oauth;
alter function core.delete_account(text) owner to vitrine_gate;
alter function core.require_own_people() owner to vitrine_gate;
alter function core.create_person(text, text, text) owner to vitrine_gate;
alter function core.set_password(uuid, text) owner to vitrine_gate;
alter function core.set_name(uuid, text) owner to vitrine_gate;
alter function core.find_person(text) owner to vitrine_gate;
alter function core.keep_an_owner(uuid, text) owner to vitrine_gate;
alter function core.keep_units(text) owner to vitrine_gate;
grant execute on function core.keep_units(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_worker;
alter function core.add_member(uuid, text, text) owner to vitrine_gate;
alter function core.remove_member(uuid, text) owner to vitrine_gate;
alter function core.end_invitations() owner to vitrine_gate;
alter function core.keep_inviter(text, text) owner to vitrine_gate;
grant execute on function core.keep_inviter(text, text) to vitrine_person;
alter function core.list_people() owner to vitrine_gate;
alter function core.create_key(text, text, bytea, text, text, text, timestamptz, text[], boolean) owner to vitrine_gate;
alter function core.revoke_key(text) owner to vitrine_gate;
alter function core.unbind_key(text) owner to vitrine_gate;
alter function core.expire_key(text, timestamptz) owner to vitrine_gate;
alter function core.list_keys(text) owner to vitrine_gate;
alter function core.find_brand(text, text) owner to vitrine_gate;
alter function core.take_due(text[]) owner to vitrine_gate;
alter function core.make_due(text, text) owner to vitrine_gate;
alter function core.working_brands() owner to vitrine_gate;
alter function core.measure_schedules() owner to vitrine_gate;
alter function core.list_failures() owner to vitrine_gate;
alter function core.list_brands() owner to vitrine_gate;
alter function core.add_analyst(text, text[]) owner to vitrine_gate;
alter function core.list_analysts() owner to vitrine_gate;
alter function core.take_analyst_brands(text, text[]) owner to vitrine_gate;
alter function core.set_plan(text, text) owner to vitrine_gate;
grant execute on function
  core.create_account(text, text, text),
  core.require_account(text),
  core.create_brand(text, text, text, text, text, text),
  core.delete_brand(text),
  core.restore_brand(text),
  core.delete_account(text),
  core.create_person(text, text, text),
  core.set_password(uuid, text),
  core.find_person(text),
  core.add_member(uuid, text, text),
  core.remove_member(uuid, text),
  core.list_people(),
  core.create_key(text, text, bytea, text, text, text, timestamptz, text[], boolean),
  core.revoke_key(text),
  core.unbind_key(text),
  core.expire_key(text, timestamptz),
  core.list_keys(text),
  core.list_brands(),
  core.add_analyst(text, text[]),
  core.list_analysts(),
  core.take_analyst_brands(text, text[]),
  core.set_plan(text, text)
to vitrine_owner;
grant execute on function
  core.require_analyst(text),
  core.email_address(text),
  core.display_name(text),
  core.hash_password(text),
  core.account_owners(text)
to vitrine_gate;
grant execute on function core.find_brand(text, text) to vitrine_owner, vitrine_worker;
grant execute on function core.take_due(text[]), core.make_due(text, text), core.working_brands(), core.measure_schedules() to vitrine_worker;
grant execute on function core.list_failures() to vitrine_owner, vitrine_worker;

revoke create on schema core from vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person;

grant create on schema storefront to vitrine_gate;
alter function storefront.network_rank(text) owner to vitrine_gate;
alter function storefront.health() owner to vitrine_gate;
alter function storefront.acp_host(text) owner to vitrine_gate;
alter function storefront.ucp_host(text, text, jsonb) owner to vitrine_gate;
alter function storefront.near_terms(text, text) owner to vitrine_gate;
revoke create on schema storefront from vitrine_gate;

grant create on schema events to vitrine_gate;
alter function events.emit(text, text, jsonb) owner to vitrine_gate;
alter function events.sequence_events(integer, integer) owner to vitrine_gate;
alter function events.request_wake(integer) owner to vitrine_gate;
alter function events.emit_lookup(text, jsonb, jsonb) owner to vitrine_gate;
alter function events.cancel_wake() owner to vitrine_gate;
alter function events.wake_sequencer() owner to vitrine_gate;
alter function events.prune_events() owner to vitrine_gate;
alter function events.measure_outbox() owner to vitrine_gate;
revoke create on schema events from vitrine_gate;

grant create on schema webhooks to vitrine_gate;
alter function webhooks.count_endpoints(text) owner to vitrine_gate;
alter function webhooks.claim_deliveries(integer, integer) owner to vitrine_gate;
alter function webhooks.record_attempt(text, text, integer, integer, integer, text, text, integer) owner to vitrine_gate;
alter function webhooks.prune_deliveries(integer) owner to vitrine_gate;
alter function webhooks.seconds_to_next_delivery() owner to vitrine_gate;
alter function webhooks.count_secret_keys() owner to vitrine_gate;
alter function webhooks.list_secrets_of_other_keys(text, text, integer) owner to vitrine_gate;
alter function webhooks.reseal_secret(text, text, text) owner to vitrine_gate;
grant execute on function
  webhooks.claim_deliveries(integer, integer),
  webhooks.record_attempt(text, text, integer, integer, integer, text, text, integer),
  webhooks.prune_deliveries(integer),
  webhooks.seconds_to_next_delivery()
to vitrine_worker;
grant execute on function webhooks.count_secret_keys() to vitrine_worker, vitrine_owner;
grant execute on function
  webhooks.list_secrets_of_other_keys(text, text, integer),
  webhooks.reseal_secret(text, text, text)
to vitrine_owner;
alter function webhooks.endpoint_origin(text, text) owner to vitrine_gate;
grant execute on function webhooks.endpoint_origin(text, text) to vitrine_worker;
revoke create on schema webhooks from vitrine_gate;

grant create on schema console to vitrine_gate, vitrine_oauth, vitrine_person;
alter function console.call(bytea, text, text, text, jsonb, text) owner to vitrine_gate;
alter function console.store_chunk(bytea, text, text, integer, bytea, boolean) owner to vitrine_gate;
alter function console.add_chunk(text, text, integer, bytea, boolean) owner to vitrine_person;
grant execute on function console.add_chunk(text, text, integer, bytea, boolean) to vitrine_gate;
grant execute on function console.store_chunk(bytea, text, text, integer, bytea, boolean) to vitrine_functions;
alter function console.create_brand(text, text, text) owner to vitrine_gate;
alter function console.display_name(uuid) owner to vitrine_gate;
alter function console.is_member(text, text) owner to vitrine_gate;
alter function console.require_invitation(text) owner to vitrine_gate;
alter function console.invitation(text) owner to vitrine_gate;
alter function console.answer_invitation(text, text) owner to vitrine_gate;
alter function console.apps() owner to vitrine_oauth;
alter function console.person_name(uuid) owner to vitrine_oauth;
alter function console.app_name(text, uuid) owner to vitrine_oauth;
alter function console.mail_invitation(text, text) owner to vitrine_oauth;
alter function console.end_unsubscribe_links(text, text) owner to vitrine_oauth;
alter function console.notification_states(text) owner to vitrine_oauth;
alter function console.slack_messages(text) owner to vitrine_oauth;
alter function console.begin_slack_test(text) owner to vitrine_oauth;
grant execute on function console.call(bytea, text, text, text, jsonb, text) to vitrine_functions;
revoke create on schema console from vitrine_gate, vitrine_oauth, vitrine_person;

-- Facts and jobs have no foreign key to their brand. The worker may delete them.
grant create on schema analytics to vitrine_worker;
alter function analytics.delete_brand_data(text) owner to vitrine_worker;
grant execute on function analytics.delete_brand_data(text) to vitrine_gate;
revoke create on schema analytics from vitrine_worker;

-- The worker looks for uploads of all brands.
grant create on schema analytics to vitrine_gate;
alter function analytics.waiting_uploads() owner to vitrine_gate;
alter function analytics.prune_uploads() owner to vitrine_gate;
alter function analytics.waiting_undos() owner to vitrine_gate;
grant execute on function analytics.waiting_uploads(), analytics.waiting_undos(), analytics.prune_uploads() to vitrine_worker;
revoke create on schema analytics from vitrine_gate;
