-- One function for each machine: static SQL, so that Postgres plans each statement once per session.

create function commerce.step_negotiation(brand_id text, id text, action text, actor text, expected_version integer)
returns jsonb
language plpgsql volatile
as $$
declare
  v_row jsonb;
begin
  update commerce.negotiations as held
  set status = transitions.to_state, version = held.version + 1, updated_at = platform.now()
  from commerce.transitions
  where held.brand_id = step_negotiation.brand_id and held.negotiation_id = step_negotiation.id
    and transitions.machine = 'negotiation' and transitions.from_state = held.status
    and transitions.action = step_negotiation.action and transitions.actor = step_negotiation.actor
    and held.version = coalesce(step_negotiation.expected_version, held.version)
    and (transitions.actor <> 'clock' or held.expires_at <= platform.now())
  returning pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object('event', transitions.event) into v_row;
  return v_row;
end
$$;
comment on function commerce.step_negotiation(text, text, text, text, integer) is
  'Moves one row of commerce.negotiations, for commerce.step. Returns the row after the move with its event, or null if the move is not possible now.';

create function commerce.step_offer(brand_id text, id text, action text, actor text, expected_version integer)
returns jsonb
language plpgsql volatile
as $$
declare
  v_row jsonb;
begin
  update commerce.negotiation_offers as held
  set status = transitions.to_state, version = held.version + 1, updated_at = platform.now()
  from commerce.transitions
  where held.brand_id = step_offer.brand_id and held.offer_id = step_offer.id
    and transitions.machine = 'offer' and transitions.from_state = held.status
    and transitions.action = step_offer.action and transitions.actor = step_offer.actor
    and held.version = coalesce(step_offer.expected_version, held.version)
    and (transitions.actor <> 'clock' or held.expires_at <= platform.now())
  returning pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object('event', transitions.event) into v_row;
  return v_row;
end
$$;
comment on function commerce.step_offer(text, text, text, text, integer) is
  'Moves one row of commerce.negotiation_offers, for commerce.step. Returns the row after the move with its event, or null if the move is not possible now.';

create function commerce.step_price_hold(brand_id text, id text, action text, actor text, expected_version integer)
returns jsonb
language plpgsql volatile
as $$
declare
  v_row jsonb;
begin
  update commerce.price_holds as held
  set status = transitions.to_state, version = held.version + 1, updated_at = platform.now()
  from commerce.transitions
  where held.brand_id = step_price_hold.brand_id and held.hold_id = step_price_hold.id
    and transitions.machine = 'price_hold' and transitions.from_state = held.status
    and transitions.action = step_price_hold.action and transitions.actor = step_price_hold.actor
    and held.version = coalesce(step_price_hold.expected_version, held.version)
    and (transitions.actor <> 'clock' or held.expires_at <= platform.now())
  returning pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object('event', transitions.event) into v_row;
  return v_row;
end
$$;
comment on function commerce.step_price_hold(text, text, text, text, integer) is
  'Moves one row of commerce.price_holds, for commerce.step. Returns the row after the move with its event, or null if the move is not possible now.';

create function commerce.step_transaction(brand_id text, id text, action text, actor text, expected_version integer)
returns jsonb
language plpgsql volatile
as $$
declare
  v_row jsonb;
begin
  update commerce.transactions as held
  set status = transitions.to_state, version = held.version + 1, updated_at = platform.now()
  from commerce.transitions
  where held.brand_id = step_transaction.brand_id and held.transaction_id = step_transaction.id
    and transitions.machine = 'transaction' and transitions.from_state = held.status
    and transitions.action = step_transaction.action and transitions.actor = step_transaction.actor
    and held.version = coalesce(step_transaction.expected_version, held.version)
    and (transitions.actor <> 'clock' or held.expires_at <= platform.now())
  returning pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object('event', transitions.event) into v_row;
  return v_row;
end
$$;
comment on function commerce.step_transaction(text, text, text, text, integer) is
  'Moves one row of commerce.transactions, for commerce.step. Returns the row after the move with its event, or null if the move is not possible now.';

create function commerce.step_confirmation_window(brand_id text, id text, action text, actor text, expected_version integer)
returns jsonb
language plpgsql volatile
as $$
declare
  v_row jsonb;
begin
  update commerce.confirmation_windows as held
  set status = transitions.to_state, version = held.version + 1, updated_at = platform.now()
  from commerce.transitions
  where held.brand_id = step_confirmation_window.brand_id and held.transaction_id = step_confirmation_window.id
    and transitions.machine = 'confirmation_window' and transitions.from_state = held.status
    and transitions.action = step_confirmation_window.action and transitions.actor = step_confirmation_window.actor
    and held.version = coalesce(step_confirmation_window.expected_version, held.version)
    and (transitions.actor <> 'clock' or held.expires_at <= platform.now())
  returning pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object('event', transitions.event) into v_row;
  return v_row;
end
$$;
comment on function commerce.step_confirmation_window(text, text, text, text, integer) is
  'Moves one row of commerce.confirmation_windows, for commerce.step. Returns the row after the move with its event, or null if the move is not possible now.';

create function commerce.step_dispute(brand_id text, id text, action text, actor text, expected_version integer)
returns jsonb
language plpgsql volatile
as $$
declare
  v_row jsonb;
begin
  update commerce.disputes as held
  set status = transitions.to_state, version = held.version + 1, updated_at = platform.now()
  from commerce.transitions
  where held.brand_id = step_dispute.brand_id and held.dispute_id = step_dispute.id
    and transitions.machine = 'dispute' and transitions.from_state = held.status
    and transitions.action = step_dispute.action and transitions.actor = step_dispute.actor
    and held.version = coalesce(step_dispute.expected_version, held.version)
    and (transitions.actor <> 'clock' or held.expires_at <= platform.now())
  returning pg_catalog.to_jsonb(held) || pg_catalog.jsonb_build_object('event', transitions.event) into v_row;
  return v_row;
end
$$;
comment on function commerce.step_dispute(text, text, text, text, integer) is
  'Moves one row of commerce.disputes, for commerce.step. Returns the row after the move with its event, or null if the move is not possible now.';

create function commerce.step(machine text, brand_id text, id text, action text, actor text, expected_version integer default null)
returns text
language plpgsql volatile
as $$
declare
  v_row jsonb;
begin
  case step.machine
    when 'negotiation' then v_row := commerce.step_negotiation(step.brand_id, step.id, step.action, step.actor, step.expected_version);
    when 'offer' then v_row := commerce.step_offer(step.brand_id, step.id, step.action, step.actor, step.expected_version);
    when 'price_hold' then v_row := commerce.step_price_hold(step.brand_id, step.id, step.action, step.actor, step.expected_version);
    when 'transaction' then v_row := commerce.step_transaction(step.brand_id, step.id, step.action, step.actor, step.expected_version);
    when 'confirmation_window' then v_row := commerce.step_confirmation_window(step.brand_id, step.id, step.action, step.actor, step.expected_version);
    when 'dispute' then v_row := commerce.step_dispute(step.brand_id, step.id, step.action, step.actor, step.expected_version);
  end case;
  if v_row ->> 'event' is not null and not step.brand_id = any (core.simulated_brand_ids()) then
    perform events.emit(
      step.brand_id, v_row ->> 'event',
      (
        select pg_catalog.jsonb_object_agg(event_field.field, v_row -> event_field.field)
        from commerce.machines
        cross join lateral pg_catalog.unnest(machines.event_fields) as event_field (field)
        where machines.machine = step.machine
      )
    );
  end if;
  return v_row ->> 'status';
end
$$;
comment on function commerce.step(text, text, text, text, text, integer) is
  'Makes a transition of commerce.transitions and emits its event in the same transaction. Returns the new state, or null if it is not possible now.';

grant execute on function
  commerce.step_negotiation(text, text, text, text, integer),
  commerce.step_offer(text, text, text, text, integer),
  commerce.step_price_hold(text, text, text, text, integer),
  commerce.step_transaction(text, text, text, text, integer),
  commerce.step_confirmation_window(text, text, text, text, integer),
  commerce.step_dispute(text, text, text, text, integer),
  commerce.step(text, text, text, text, text, integer)
to vitrine_key, vitrine_simulated, vitrine_worker;
