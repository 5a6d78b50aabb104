create function commerce.settle(machine text, brand_id text, id text, is_read boolean default false)
returns boolean
language plpgsql volatile
as $$
declare
  v_found record;
begin
  select held.* into v_found from commerce.find_state(settle.machine, settle.brand_id, settle.id) as held;
  if v_found.status is null then
    return false;
  end if;
  -- A read waits for the lock only if the row is due.
  if settle.is_read and coalesce(v_found.expires_at > platform.now(), true) then
    return false;
  end if;
  perform commerce.lock_agent(settle.brand_id, v_found.created_by);
  if commerce.step(
    settle.machine, settle.brand_id, settle.id, (select machines.clock_action from commerce.machines where machines.machine = settle.machine), 'clock'
  ) is null then
    return false;
  end if;
  perform commerce.follow(settle.machine, settle.brand_id, settle.id);
  return true;
end
$$;
comment on function commerce.settle(text, text, text, boolean) is
  'Expires one row if it is due, before any other transition. Returns whether it changed. Unless is_read, the caller holds the lock of the agent '
  'afterwards.';

create function commerce.follow(machine text, brand_id text, id text)
returns void
language plpgsql volatile
as $$
declare
  v_id text;
begin
  case follow.machine
    when 'negotiation' then
      select negotiations.current_offer_id into v_id
      from commerce.negotiations
      where negotiations.brand_id = follow.brand_id and negotiations.negotiation_id = follow.id;
      perform commerce.move('offer', follow.brand_id, v_id, 'expire', 'service');
    when 'price_hold' then
      select price_holds.negotiation_id into v_id
      from commerce.price_holds
      where price_holds.brand_id = follow.brand_id and price_holds.hold_id = follow.id;
      if v_id is not null then
        perform commerce.move('negotiation', follow.brand_id, v_id, 'lapse', 'service');
      end if;
    when 'transaction' then perform commerce.return_offers(follow.brand_id, follow.id);
    when 'confirmation_window' then
      update commerce.confirmation_windows as held set acted_at = platform.now() where held.brand_id = follow.brand_id and held.transaction_id = follow.id;
      perform commerce.complete_transaction(follow.brand_id, follow.id, 'window_lapsed');
    when 'dispute' then
      select disputes.transaction_id into v_id from commerce.disputes where disputes.brand_id = follow.brand_id and disputes.dispute_id = follow.id;
      perform commerce.complete_transaction(follow.brand_id, v_id, 'dispute_unresolved');
    else null;
  end case;
end
$$;
comment on function commerce.follow(text, text, text) is 'Applies the consequences of an expiration or of a released hold to other rows.';

create function commerce.due(brand_id text, created_by text)
returns table (machine text, id text, due_of text)
language plpgsql stable
as $$
declare
  v_machine commerce.machines;
begin
  for v_machine in select machines.* from commerce.machines where machines.clock_action is not null order by machines.machine loop
    return query execute pg_catalog.format(
      'select %L, held.%I, held.created_by from commerce.%I as held '
        'where held.brand_id = $1 and held.created_by = coalesce($2, held.created_by) and held.expires_at <= platform.now() '
        'and held.status = any (commerce.clock_states(%1$L)) order by held.expires_at, held.%2$I limit 100',
      v_machine.machine, v_machine.id_column, v_machine.relation
    )
    using due.brand_id, due.created_by;
  end loop;
end
$$;
comment on function commerce.due(text, text) is
  'Returns expired rows of an agent, or of all agents if null: at most 100 of each machine, within the caller''s row-level security.';

create function commerce.clock_states(machine text)
returns text[]
language sql stable
return array(
  select transitions.from_state from commerce.transitions where transitions.machine = clock_states.machine and transitions.actor = 'clock'
);
comment on function commerce.clock_states(text) is 'The states of a machine that can expire.';

create function commerce.settle_agent(brand_id text, created_by text)
returns integer
language plpgsql volatile
as $$
declare
  v_due record;
  v_moved integer := 0;
begin
  for v_due in select due.machine, due.id from commerce.due(settle_agent.brand_id, settle_agent.created_by) as due loop
    v_moved := v_moved + commerce.settle(v_due.machine, settle_agent.brand_id, v_due.id)::integer;
  end loop;
  return v_moved;
end
$$;
comment on function commerce.settle_agent(text, text) is
  'Expires all due rows of one agent, under the lock of this agent. Returns their number.';

create function commerce.due_agents(brand_id text)
returns setof text
language sql stable
as $$ select distinct due.due_of from commerce.due(due_agents.brand_id, null) as due order by 1; $$;
comment on function commerce.due_agents(text) is 'The agents that have expired rows.';

create function commerce.due_brands()
returns setof text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_query text;
begin
  select string_agg(
    format(
      'select held.brand_id from commerce.%I as held where held.status = any (commerce.clock_states(%L)) and held.expires_at <= platform.now()',
      machines.relation, machines.machine
    ), ' union '
  )
  into v_query
  from commerce.machines
  where machines.clock_action is not null;
  return query execute v_query;
end
$$;
comment on function commerce.due_brands() is 'The brands that have expired rows.';
revoke execute on function commerce.due_brands() from public;

grant execute on function
  commerce.settle(text, text, text, boolean),
  commerce.follow(text, text, text),
  commerce.due(text, text),
  commerce.clock_states(text),
  commerce.settle_agent(text, text)
to vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function commerce.due_agents(text) to vitrine_worker;
