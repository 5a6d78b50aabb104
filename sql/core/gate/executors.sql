-- Executors: each runs a statement as the role that owns it, so that row-level security and grants
-- decide what an operation may see. Only the gate may call them.
create function core.run_as_anonymous(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_anonymous.statement into v_body using run_as_anonymous.input; return v_body; end $$;

create function core.run_as_key(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_key.statement into v_body using run_as_key.input; return v_body; end $$;

create function core.run_as_simulated(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_simulated.statement into v_body using run_as_simulated.input; return v_body; end $$;

create function core.run_as_person(statement text, input jsonb) returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$ declare v_body json; begin execute run_as_person.statement into v_body using run_as_person.input; return v_body; end $$;

comment on function core.run_as_anonymous(text, jsonb) is 'Runs the statement of an operation as vitrine_anonymous.';
comment on function core.run_as_key(text, jsonb) is 'Runs the statement of an operation as vitrine_key.';
comment on function core.run_as_simulated(text, jsonb) is 'Runs the statement of an operation as vitrine_simulated.';
comment on function core.run_as_person(text, jsonb) is 'Runs the statement of an operation as vitrine_person.';
