create function commerce.allowed_actions(machine text, state text, actors text[])
returns text[]
language sql stable
return array(
  select distinct transitions.action
  from commerce.transitions
  where transitions.machine = allowed_actions.machine
    and transitions.from_state = allowed_actions.state
    and transitions.actor = any (allowed_actions.actors)
  order by transitions.action
);
comment on function commerce.allowed_actions(text, text, text[]) is 'The actions that these actors may take in a state.';

create function commerce.refuse_move(machine text, state text, action text, allowed text[])
returns void
language plpgsql stable
as $$
begin
  perform platform.fail(
    'NMOVE', 'this_action_is_not_possible',
    given => pg_catalog.json_build_object(
      'machine', refuse_move.machine,
      'from', refuse_move.state,
      'action', refuse_move.action,
      'allowed', refuse_move.allowed
    )
  );
end
$$;
comment on function commerce.refuse_move(text, text, text, text[]) is 'Raises NMOVE, with the actions that are possible.';

create function commerce.move(machine text, brand_id text, id text, action text, actor text, expected_version integer default null)
returns text
language plpgsql volatile
as $$
declare
  v_to constant text := commerce.step(move.machine, move.brand_id, move.id, move.action, move.actor, move.expected_version);
  v_found record;
begin
  if v_to is not null then
    return v_to;
  end if;
  select held.* into v_found from commerce.find_state(move.machine, move.brand_id, move.id) as held;
  if v_found.status is null then
    perform platform.fail('NTFND', 'the_object_does_not_exist', given => pg_catalog.json_build_object('machine', move.machine));
  end if;
  perform commerce.require_version(v_found.version, move.expected_version);
  perform commerce.refuse_move(
    move.machine, v_found.status, move.action,
    pg_catalog.array_remove(commerce.allowed_actions(move.machine, v_found.status, array[move.actor]), move.action)
  );
  return null;
end
$$;
comment on function commerce.move(text, text, text, text, text, integer) is
  'The only way to change a state. Raises NTFND, STALE or NMOVE if the transition is not possible. The caller holds commerce.lock_agent.';

create function commerce.guard_state()
returns trigger
language plpgsql volatile
as $$
declare
  v_from constant text := case when tg_op = 'UPDATE' then old.status end;
begin
  if (v_from is null and new.status <> 'none')
    or (v_from is distinct from new.status and v_from is not null and not exists (
      select from commerce.transitions
      where transitions.machine = tg_argv[0] and transitions.from_state = v_from and transitions.to_state = new.status
    ))
  then
    perform platform.fail(
      'NMOVE', 'this_is_not_a_transition',
      given => pg_catalog.json_build_object('machine', tg_argv[0], 'from', v_from, 'to', new.status)
    );
  end if;
  return new;
end
$$;
comment on function commerce.guard_state() is 'Refuses any change of state that commerce.transitions does not contain.';

create trigger guard_state before insert or update of status on commerce.negotiations
for each row execute function commerce.guard_state('negotiation');
create trigger guard_state before insert or update of status on commerce.negotiation_offers
for each row execute function commerce.guard_state('offer');
create trigger guard_state before insert or update of status on commerce.price_holds
for each row execute function commerce.guard_state('price_hold');
create trigger guard_state before insert or update of status on commerce.transactions
for each row execute function commerce.guard_state('transaction');
create trigger guard_state before insert or update of status on commerce.confirmation_windows
for each row execute function commerce.guard_state('confirmation_window');
create trigger guard_state before insert or update of status on commerce.disputes
for each row execute function commerce.guard_state('dispute');

create function commerce.require_version(version integer, expected_version integer)
returns void
language plpgsql stable
as $$
begin
  if require_version.version <> require_version.expected_version then
    perform platform.fail('STALE', 'must_be_the_current_version', 'version', pg_catalog.json_build_object('version', require_version.version));
  end if;
end
$$;
comment on function commerce.require_version(integer, integer) is 'Raises STALE if the caller expects another version. Null expects none.';

create function commerce.require_action(machine text, state text, action text, allowed text[])
returns void
language plpgsql stable
as $$
begin
  if not require_action.action = any (require_action.allowed) then
    perform commerce.refuse_move(require_action.machine, require_action.state, require_action.action, require_action.allowed);
  end if;
end
$$;
comment on function commerce.require_action(text, text, text, text[]) is 'Raises NMOVE unless the action is allowed.';

grant execute on function
  commerce.allowed_actions(text, text, text[]),
  commerce.refuse_move(text, text, text, text[]),
  commerce.move(text, text, text, text, text, integer),
  commerce.require_version(integer, integer)
to vitrine_key, vitrine_simulated, vitrine_worker;
grant execute on function commerce.require_action(text, text, text, text[]) to vitrine_key, vitrine_simulated;
