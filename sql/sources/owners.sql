grant create on schema sources to vitrine_gate;
alter function sources.end_unused_connections() owner to vitrine_gate;
alter function sources.end_account_connections(text) owner to vitrine_gate;
alter function sources.count_unrevoked(text) owner to vitrine_gate;
alter function sources.take_grant(text, integer) owner to vitrine_gate;
alter function sources.store_grant(text, integer, text, timestamptz, timestamptz, text[]) owner to vitrine_gate;
alter function sources.release_grant(text) owner to vitrine_gate;
alter function sources.keep_grant(text, integer, integer) owner to vitrine_gate;
alter function sources.fail_connection(text, jsonb) owner to vitrine_gate;
alter function sources.connections_to_revoke() owner to vitrine_gate;
alter function sources.forget_grant(text) owner to vitrine_gate;
alter function sources.due_sources(text, text, boolean) owner to vitrine_gate;
alter function sources.claim_source(text, text, text, integer) owner to vitrine_gate;
alter function sources.raise_stale() owner to vitrine_gate;
alter function sources.troubled_sources() owner to vitrine_gate;
alter function sources.count_token_keys() owner to vitrine_gate;
alter function sources.list_grants_of_other_keys(text, text, integer) owner to vitrine_gate;
alter function sources.reseal_grant(text, text, text) owner to vitrine_gate;
grant execute on function
  sources.take_grant(text, integer),
  sources.store_grant(text, integer, text, timestamptz, timestamptz, text[]),
  sources.release_grant(text),
  sources.keep_grant(text, integer, integer),
  sources.fail_connection(text, jsonb),
  sources.connections_to_revoke(),
  sources.forget_grant(text),
  sources.due_sources(text, text, boolean),
  sources.claim_source(text, text, text, integer),
  sources.raise_stale()
to vitrine_worker;
grant execute on function sources.troubled_sources(), sources.count_token_keys() to vitrine_worker, vitrine_owner;
grant execute on function sources.list_grants_of_other_keys(text, text, integer), sources.reseal_grant(text, text, text) to vitrine_owner;
grant execute on function sources.end_account_connections(text), sources.count_unrevoked(text) to vitrine_owner;
revoke create on schema sources from vitrine_gate;
