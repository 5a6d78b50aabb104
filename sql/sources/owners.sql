grant create on schema sources to vitrine_gate;
alter function sources.connected_brands(text, text) owner to vitrine_gate;
grant execute on function sources.connected_brands(text, text) to vitrine_person;
alter function sources.unreached_sources(text) owner to vitrine_gate;
grant execute on function sources.unreached_sources(text) to vitrine_person;
alter function sources.kept_sources(text[]) owner to vitrine_gate;
grant execute on function sources.kept_sources(text[]) to vitrine_person;
alter function sources.end_unused_connections() owner to vitrine_gate;
alter function sources.end_account_connections(text) owner to vitrine_gate;
alter function sources.count_unrevoked(text) owner to vitrine_gate;
alter function sources.end_replaced_connections(text[]) owner to vitrine_gate;
alter function sources.end_abandoned_connections() owner to vitrine_gate;
alter function sources.shares_access(text) owner to vitrine_gate;
alter function sources.begin_revocation(text, text, integer) owner to vitrine_gate;
alter function sources.is_revoking(text, text) owner to vitrine_gate;
grant execute on function sources.is_revoking(text, text) to vitrine_person, vitrine_worker;
alter function sources.end_person(text, text, text, timestamptz, boolean) owner to vitrine_gate;
alter function sources.take_grant(text, integer, text) owner to vitrine_gate;
alter function sources.store_grant(text, integer, text, timestamptz, timestamptz, text[]) owner to vitrine_gate;
alter function sources.release_grant(text, text) owner to vitrine_gate;
alter function sources.keep_grant(text, text, integer) owner to vitrine_gate;
alter function sources.fail_connection(text, jsonb) owner to vitrine_gate;
alter function sources.connections_to_revoke() owner to vitrine_gate;
alter function sources.forget_grant(text) owner to vitrine_gate;
alter function sources.due_sources(text, text, boolean) owner to vitrine_gate;
alter function sources.claim_source(text, text, text, integer) owner to vitrine_gate;
alter function sources.raise_stale(text[]) owner to vitrine_gate;
alter function sources.brands_of_currencies(text[]) owner to vitrine_gate;
grant execute on function sources.brands_of_currencies(text[]) to vitrine_worker;
alter function sources.access_ends_at(sources.sources) owner to vitrine_gate;
grant execute on function sources.access_ends_at(sources.sources) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
alter function sources.troubled_sources() owner to vitrine_gate;
alter function sources.count_token_keys() owner to vitrine_gate;
alter function sources.list_grants_of_other_keys(text, text, integer) owner to vitrine_gate;
alter function sources.reseal_grant(text, text, text) owner to vitrine_gate;
alter function sources.receive_webhook(text, text, text, text) owner to vitrine_gate;
alter function sources.next_webhooks(integer) owner to vitrine_gate;
alter function sources.finish_webhook(text, text) owner to vitrine_gate;
alter function sources.delay_webhook(text, text) owner to vitrine_gate;
alter function sources.refuse_webhook(text, text) owner to vitrine_gate;
alter function sources.prune_webhooks() owner to vitrine_gate;
alter function sources.count_late_webhooks() owner to vitrine_gate;
alter function sources.deletion_status(text) owner to vitrine_gate;
alter function sources.shop_sources(text) owner to vitrine_gate;
alter function sources.end_uninstalled(text, timestamptz) owner to vitrine_gate;
alter function sources.open_data_requests() owner to vitrine_gate;
grant execute on function
  sources.receive_webhook(text, text, text, text),
  sources.deletion_status(text)
to vitrine_functions;
grant execute on function
  sources.next_webhooks(integer),
  sources.finish_webhook(text, text),
  sources.delay_webhook(text, text),
  sources.refuse_webhook(text, text),
  sources.prune_webhooks(),
  sources.shop_sources(text),
  sources.end_person(text, text, text, timestamptz, boolean),
  sources.end_uninstalled(text, timestamptz)
to vitrine_worker;
grant execute on function sources.count_late_webhooks(), sources.open_data_requests() to vitrine_worker, vitrine_owner;
grant execute on function
  sources.take_grant(text, integer, text),
  sources.store_grant(text, integer, text, timestamptz, timestamptz, text[]),
  sources.release_grant(text, text),
  sources.keep_grant(text, text, integer),
  sources.fail_connection(text, jsonb),
  sources.end_abandoned_connections(),
  sources.connections_to_revoke(),
  sources.shares_access(text),
  sources.begin_revocation(text, text, integer),
  sources.forget_grant(text),
  sources.due_sources(text, text, boolean),
  sources.claim_source(text, text, text, integer),
  sources.raise_stale(text[])
to vitrine_worker;
grant execute on function sources.troubled_sources(), sources.count_token_keys() to vitrine_worker, vitrine_owner;
grant execute on function sources.list_grants_of_other_keys(text, text, integer), sources.reseal_grant(text, text, text) to vitrine_owner;
grant execute on function sources.end_account_connections(text), sources.count_unrevoked(text) to vitrine_owner;
revoke create on schema sources from vitrine_gate;
