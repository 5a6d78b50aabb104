alter table core.brands add column deletion_due_at timestamptz;
reset role;
insert into core.schedules (queue, every, past, is_of_brands) values ('delete_brands', '1 hour', '10 minutes', false);
set role vitrine_owner;
