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
comment on function commerce.allowed_actions(text, text, text[]) is 'What these may do from there.';

create function commerce.refuse_move(machine text, state text, action text, allowed text[])
returns void
language plpgsql stable
as $$
begin
  perform platform.fail(
    'NMOVE',
    pg_catalog.format(
      'this %s is %s: %s is not possible%s.', pg_catalog.replace(refuse_move.machine, '_', ' '), refuse_move.state, refuse_move.action,
      case when refuse_move.allowed = '{}' then ' any more' else ', but ' || pg_catalog.array_to_string(refuse_move.allowed, ', ') || ' is' end
    ),
    pg_catalog.json_build_object('from', refuse_move.state, 'action', refuse_move.action, 'allowed', refuse_move.allowed)::text
  );
end
$$;
comment on function commerce.refuse_move(text, text, text, text[]) is 'NMOVE, with what would be possible instead.';

-- A function for each machine, so that its statements are planned once and not at every move.
do $$
declare
  v_machine commerce.machines;
begin
  for v_machine in select machines.* from commerce.machines loop
    execute format(
      $function$
        create function commerce.step_%1$s(brand_id text, id text, action text, actor text, expected_version integer)
        returns jsonb
        language plpgsql volatile
        as $body$
        declare
          v_row jsonb;
        begin
          update commerce.%2$I as held
          set status = transitions.to_state, version = held.version + 1, updated_at = platform.now()
          from commerce.transitions
          where held.brand_id = step_%1$s.brand_id and held.%3$I = step_%1$s.id
            and transitions.machine = %4$L and transitions.from_state = held.status
            and transitions.action = step_%1$s.action and transitions.actor = step_%1$s.actor
            and held.version = coalesce(step_%1$s.expected_version, held.version)
            and (transitions.actor <> 'clock' or held.expires_at <= platform.now())
          returning pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object('event', transitions.event) into v_row;
          return v_row;
        end
        $body$
      $function$,
      v_machine.machine, v_machine.relation, v_machine.id_column, v_machine.machine
    );
    execute format(
      'comment on function commerce.step_%s(text, text, text, text, integer) is %L', v_machine.machine,
      'A move of commerce.move, if it is possible now; the row as it then is, or null.'
    );
    execute format(
      $function$
        create function commerce.find_%1$s_state(brand_id text, id text)
        returns table (status text, version integer, created_by text, expires_at timestamptz)
        language plpgsql stable
        as $body$
        begin
          return query
          select held.status, held.version, held.created_by, held.expires_at
          from commerce.%2$I as held
          where held.brand_id = find_%1$s_state.brand_id and held.%3$I = find_%1$s_state.id;
        end
        $body$
      $function$,
      v_machine.machine, v_machine.relation, v_machine.id_column
    );
    execute format(
      'comment on function commerce.find_%s_state(text, text) is %L', v_machine.machine, 'Where it stands and whose it is, for commerce.move and commerce.settle.'
    );
  end loop;
end
$$;

create function commerce.step(machine text, brand_id text, id text, action text, actor text, expected_version integer default null)
returns text
language plpgsql volatile
as $$
declare
  v_row jsonb;
begin
  execute pg_catalog.format('select commerce.step_%s($1, $2, $3, $4, $5)', step.machine)
  into v_row
  using step.brand_id, step.id, step.action, step.actor, step.expected_version;
  if v_row ->> 'event' is not null and not step.brand_id = any (core.simulated_brand_ids()) then
    perform events.emit(
      step.brand_id, v_row ->> 'event',
      (
        select pg_catalog.jsonb_object_agg(told.field, v_row -> told.field)
        from commerce.machines
        cross join lateral pg_catalog.unnest(machines.event_fields) as told (field)
        where machines.machine = step.machine
      )
    );
  end if;
  return v_row ->> 'status';
end
$$;
comment on function commerce.step(text, text, text, text, text, integer) is
  'A move by commerce.transitions, told in the same transaction; returns the new state, or null where it is not possible now.';

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
  execute pg_catalog.format('select * from commerce.find_%s_state($1, $2)', move.machine) into v_found using move.brand_id, move.id;
  if v_found.status is null then
    perform platform.fail('NTFND', pg_catalog.format('there is no such %s.', pg_catalog.replace(move.machine, '_', ' ')));
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
  'The one way from state to state. NTFND, STALE or NMOVE where it cannot be. Whoever moves something holds its agent''s lock.';

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
    perform platform.fail('NMOVE', pg_catalog.format('a %s does not go from %s to %s.', tg_argv[0], coalesce(v_from, 'nothing'), new.status));
  end if;
  return new;
end
$$;
comment on function commerce.guard_state() is 'Refuses a change of state that commerce.transitions does not know, whoever makes it.';

do $$
declare
  v_machine commerce.machines;
begin
  for v_machine in select machines.* from commerce.machines loop
    execute format(
      'create trigger guard_state before insert or update of status on commerce.%I for each row execute function commerce.guard_state(%L)',
      v_machine.relation, v_machine.machine
    );
  end loop;
end
$$;

create function commerce.lock_agent(brand_id text, created_by text)
returns void
language sql volatile
as $$
  select pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(pg_catalog.concat_ws('/', 'commerce', lock_agent.brand_id, lock_agent.created_by), 0)
  );
$$;
comment on function commerce.lock_agent(text, text) is
  'Taken first by whatever changes something of an agent: its negotiations, holds and orders touch each other, and are so changed one after the other.';

create function commerce.require_version(version integer, expected_version integer)
returns void
language plpgsql stable
as $$
begin
  if require_version.version <> require_version.expected_version then
    perform platform.fail(
      'STALE', pg_catalog.format('version: it has moved on to %s. Read it again and decide anew.', require_version.version),
      pg_catalog.json_build_object('version', require_version.version)::text
    );
  end if;
end
$$;
comment on function commerce.require_version(integer, integer) is 'STALE if the caller has seen another version than there is; nothing is expected of null.';

create function commerce.require_agent(created_by text)
returns void
language plpgsql stable
as $$
begin
  if require_agent.created_by is distinct from core.scope_credential_id() then
    perform platform.fail('DNIED', 'this is for the agent that began it, with the key that it began with.');
  end if;
end
$$;
comment on function commerce.require_agent(text) is 'DNIED for everybody but whoever began something.';

create function commerce.require_merchant(created_by text)
returns void
language plpgsql stable
as $$
begin
  if require_merchant.created_by = core.scope_credential_id() then
    perform platform.fail('DNIED', 'this key began it, and does not answer itself. Use another key of the shop.');
  end if;
end
$$;
comment on function commerce.require_merchant(text) is 'DNIED for whoever began something: nobody stands on both sides of it.';

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
comment on function commerce.require_action(text, text, text, text[]) is 'NMOVE unless it is among what is possible.';

create function commerce.pagination(total bigint, page integer, "limit" integer)
returns json
language sql immutable
return pg_catalog.json_build_object(
  'page', pagination.page,
  'limit', pagination."limit",
  'total', pagination.total,
  'total_pages', pg_catalog.ceil(pagination.total::numeric / pagination."limit")::bigint,
  'has_more', pagination.total > pagination.page::bigint * pagination."limit"
);
comment on function commerce.pagination(bigint, integer, integer) is 'Where a page stands among all.';
