create function commerce.settle(machine text, brand_id text, id text)
returns boolean
language plpgsql volatile
as $$
declare
  v_found record;
begin
  execute pg_catalog.format('select * from commerce.find_%s_state($1, $2)', settle.machine) into v_found using settle.brand_id, settle.id;
  if v_found.status is null then
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
comment on function commerce.settle(text, text, text) is
  'Lets the clock have its say over one thing before anybody else has theirs; returns whether it moved. Whoever calls it holds the agent''s lock afterwards.';

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
comment on function commerce.follow(text, text, text) is 'What follows when time runs out on something, or it is given up.';

create function commerce.settle_due(brand_id text, "limit" integer default 1000)
returns integer
language plpgsql volatile
as $$
declare
  v_machine commerce.machines;
  v_id text;
  v_moved integer := 0;
begin
  for v_machine in
    select machines.*
    from commerce.machines
    where machines.clock_action is not null
    order by machines.machine
  loop
    for v_id in
      execute pg_catalog.format(
        'select held.%I from commerce.%I as held where held.brand_id = $1 and held.expires_at <= platform.now() and held.status = any (array('
          'select transitions.from_state from commerce.transitions where transitions.machine = $2 and transitions.actor = ''clock'')) '
          'order by held.created_by, held.expires_at limit $3',
        v_machine.id_column, v_machine.relation
      )
      using settle_due.brand_id, v_machine.machine, settle_due."limit"
    loop
      v_moved := v_moved + commerce.settle(v_machine.machine, settle_due.brand_id, v_id)::integer;
    end loop;
  end loop;
  return v_moved;
end
$$;
comment on function commerce.settle_due(text, integer) is 'Lets the clock have its say over all that the caller sees of a brand, so many of each kind at most; returns how many moved.';

create function commerce.due_brands()
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select due.brand_id
  from (
    select negotiations.brand_id from commerce.negotiations
    where negotiations.expires_at <= platform.now() and negotiations.status in ('pending_merchant', 'pending_agent')
    union
    select price_holds.brand_id from commerce.price_holds where price_holds.expires_at <= platform.now() and price_holds.status = 'active'
    union
    select transactions.brand_id from commerce.transactions
    where transactions.expires_at <= platform.now() and transactions.status in ('created', 'handed_off')
    union
    select confirmation_windows.brand_id from commerce.confirmation_windows
    where confirmation_windows.expires_at <= platform.now() and confirmation_windows.status = 'open'
    union
    select disputes.brand_id from commerce.disputes
    where disputes.expires_at <= platform.now() and disputes.status in ('open', 'merchant_responded')
  ) as due
  order by due.brand_id;
$$;
comment on function commerce.due_brands() is 'The brands of which something has run out of time.';
revoke execute on function commerce.due_brands() from public;
