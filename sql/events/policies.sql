call core.protect('events.outbox');
call core.protect('events.streams');
revoke insert, update, delete on events.streams from vitrine_worker;
revoke update, delete on events.outbox from vitrine_worker;
call core.protect_reference('events.types');
grant select on events.types to vitrine_gate, vitrine_key, vitrine_person, vitrine_analyst, vitrine_worker;

-- Sequence numbers are assigned over the events of every brand.
create policy gate on events.outbox to vitrine_gate using (true) with check (true);
create policy gate on events.streams to vitrine_gate using (true) with check (true);
grant select, insert, update, delete on events.outbox to vitrine_gate;
grant select, insert, update on events.streams to vitrine_gate;

call core.protect_for_role('events.sequencer', 'vitrine_gate');
grant select, update on events.sequencer to vitrine_gate;

-- Contains no brand.
alter table events.wake_requests enable row level security;
alter table events.wake_requests force row level security;
create policy gate on events.wake_requests to vitrine_gate using (true) with check (true);
grant select, insert, update on events.wake_requests to vitrine_gate;
