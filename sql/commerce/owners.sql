grant create on schema commerce to vitrine_gate, vitrine_worker;
alter function commerce.due_brands() owner to vitrine_gate;
grant execute on function commerce.due_brands() to vitrine_worker;
alter function commerce.offer_waits(text, text) owner to vitrine_gate;
grant execute on function commerce.offer_waits(text, text) to vitrine_oauth;
grant execute on function commerce.waiting_counts(text) to vitrine_gate;
alter function commerce.negotiates(text) owner to vitrine_gate;
grant execute on function commerce.negotiates(text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

-- These functions write rows that agents and anonymous callers may not write directly.
alter function commerce.open_handoff(text, text) owner to vitrine_worker;
alter function commerce.record_signal(text, text, text, numeric, text) owner to vitrine_worker;
alter function commerce.forget_signals(text, text) owner to vitrine_worker;
alter function commerce.redeem_offers(text, text) owner to vitrine_worker;
alter function commerce.return_offers(text, text) owner to vitrine_worker;
grant execute on function storefront.web_address(text), storefront.amount(bigint, text), storefront.checkout_lines(text, jsonb), storefront.is_listed(text), storefront.amount_minor(bigint, core.currencies), storefront.formatted_price(bigint, core.currencies) to vitrine_worker;
grant execute on function commerce.open_handoff(text, text) to vitrine_anonymous;
grant create on schema storefront to vitrine_gate;
alter function storefront.note_order_event() owner to vitrine_gate;
alter function storefront.claim_order_events(integer, integer, integer) owner to vitrine_gate;
alter function storefront.record_order_event(text, text, text, integer, integer, text, integer) owner to vitrine_gate;
alter function storefront.seconds_to_next_order_event() owner to vitrine_gate;
revoke create on schema storefront from vitrine_gate;
grant execute on function
  storefront.claim_order_events(integer, integer, integer),
  storefront.record_order_event(text, text, text, integer, integer, text, integer),
  storefront.seconds_to_next_order_event()
to vitrine_worker;
revoke create on schema commerce from vitrine_gate, vitrine_worker;
