create function commerce.open_window(brand_id text, transaction_id text)
returns void
language plpgsql volatile
as $$
declare
  v_window commerce.confirmation_windows;
begin
  update commerce.confirmation_windows as held
  set opened_at = platform.now(), expires_at = platform.now() + pg_catalog.make_interval(days => held.days)
  where held.brand_id = open_window.brand_id and held.transaction_id = open_window.transaction_id
  returning held.* into v_window;
  if not found then
    perform commerce.complete_transaction(open_window.brand_id, open_window.transaction_id, 'fulfilled');
    return;
  end if;
  perform commerce.move('transaction', open_window.brand_id, open_window.transaction_id, 'open_window', 'service');
  perform commerce.move('confirmation_window', open_window.brand_id, open_window.transaction_id, 'open', 'service');
end
$$;
comment on function commerce.open_window(text, text) is 'After delivery: the buyer may confirm or dispute for a while, if the order asked for it; otherwise it is complete.';

create function commerce.find_window(brand_id text, transaction_id text, wanted text)
returns commerce.confirmation_windows
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(find_window.brand_id, find_window.transaction_id);
  v_window commerce.confirmation_windows;
begin
  perform commerce.require_agent(v_transaction.created_by);
  select held.* into v_window
  from commerce.confirmation_windows as held
  where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
  if v_window.status is null or v_window.status = 'none' then
    perform platform.fail('NOWIN', 'transaction_id: no confirmation window is open. It opens with delivery, where the order asked for one.');
  elsif v_window.status not in ('open', find_window.wanted) then
    perform platform.fail('WNCLS', pg_catalog.format('transaction_id: the confirmation window is %s already.', v_window.status));
  end if;
  return v_window;
end
$$;
comment on function commerce.find_window(text, text, text) is
  'The window of the agent''s order, open or already closed by just what is wanted now. NOWIN where there is none, WNCLS where it is closed otherwise.';

create function commerce.confirm_window(brand_id text, transaction_id text, note text default null, base_url text default '')
returns json
language plpgsql volatile
as $$
declare
  v_window constant commerce.confirmation_windows := commerce.find_window(confirm_window.brand_id, confirm_window.transaction_id, 'confirmed');
begin
  if v_window.status = 'open' then
    update commerce.confirmation_windows as held
    set acted_at = platform.now(), note = confirm_window.note
    where held.brand_id = v_window.brand_id and held.transaction_id = v_window.transaction_id;
    perform commerce.move('confirmation_window', v_window.brand_id, v_window.transaction_id, 'confirm', 'agent');
    perform commerce.complete_transaction(v_window.brand_id, v_window.transaction_id, 'confirmed');
  end if;
  return commerce.show_transaction(confirm_window.brand_id, confirm_window.transaction_id, confirm_window.base_url);
end
$$;
comment on function commerce.confirm_window(text, text, text, text) is
  'POST /transactions/{transaction_id}/confirmation-window/confirm: the buyer has what was ordered. Again is the same as once.';

create function commerce.dispute_window(
  brand_id text,
  transaction_id text,
  reason_code text,
  description text,
  evidence_urls text[] default '{}',
  base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_window constant commerce.confirmation_windows := commerce.find_window(dispute_window.brand_id, dispute_window.transaction_id, 'disputed');
  v_dispute_id text;
begin
  if v_window.status = 'open' then
    update commerce.confirmation_windows as held
    set acted_at = platform.now()
    where held.brand_id = v_window.brand_id and held.transaction_id = v_window.transaction_id;
    perform commerce.move('confirmation_window', v_window.brand_id, v_window.transaction_id, 'dispute', 'agent');
    perform commerce.move('transaction', v_window.brand_id, v_window.transaction_id, 'dispute', 'agent');
    insert into commerce.disputes as held (brand_id, transaction_id, reason_code, created_by, expires_at)
    values (
      v_window.brand_id, v_window.transaction_id, dispute_window.reason_code, v_window.created_by, platform.now() + interval '30 days'
    )
    returning held.dispute_id into v_dispute_id;
    insert into commerce.dispute_statements (brand_id, dispute_id, position, party, statement, evidence_urls, created_by)
    values (v_window.brand_id, v_dispute_id, 1, 'agent', dispute_window.description, dispute_window.evidence_urls, v_window.created_by);
    perform commerce.move('dispute', v_window.brand_id, v_dispute_id, 'record', 'agent');
    perform commerce.record_signal(v_window.brand_id, v_window.transaction_id, spoken.component, 0, null)
    from pg_catalog.unnest(
      array['disputes', case
        when dispute_window.reason_code = 'not_received' then 'fulfilment'
        when dispute_window.reason_code in ('not_as_described', 'damaged', 'wrong_item') then 'description_accuracy'
      end]
    ) as spoken (component)
    where spoken.component is not null
      and not (
        select transactions.is_of_shop
        from commerce.transactions
        where transactions.brand_id = v_window.brand_id and transactions.transaction_id = v_window.transaction_id
      );
  end if;
  return pg_catalog.json_build_object(
    'transaction', commerce.show_transaction(dispute_window.brand_id, dispute_window.transaction_id, dispute_window.base_url),
    'dispute', (
      select commerce.show_dispute(dispute_window.brand_id, disputes.dispute_id)
      from commerce.disputes
      where disputes.brand_id = v_window.brand_id and disputes.transaction_id = v_window.transaction_id
    )
  );
end
$$;
comment on function commerce.dispute_window(text, text, text, text, text[], text) is
  'POST /transactions/{transaction_id}/confirmation-window/dispute: the buyer says what is wrong. It is recorded, and nobody here decides. Again is the same as once.';

create function commerce.show_dispute(brand_id text, dispute_id text)
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'id', held.dispute_id,
      'brand_id', show_dispute.brand_id,
      'transaction_id', held.transaction_id,
      'status', held.status,
      'version', held.version,
      'reason_code', held.reason_code,
      'adjudicated', false,
      'statements', (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'party', said.party, 'text', said.statement, 'evidence_urls', storefront.web_addresses(said.evidence_urls), 'created_at', platform.utc(said.created_at)
          )
          order by said.position
        )
        from commerce.dispute_statements as said
        where said.brand_id = held.brand_id and said.dispute_id = held.dispute_id
      ),
      'next_actions', commerce.allowed_actions('dispute', held.status, commerce.actors(show_dispute.brand_id, held.created_by)),
      'closes_at', platform.utc(held.expires_at),
      'created_at', platform.utc(held.created_at),
      'updated_at', platform.utc(held.updated_at)
    )
    from commerce.disputes as held
    where held.brand_id = core.data_brand_id(show_dispute.brand_id) and held.dispute_id = show_dispute.dispute_id
  );
end
$$;
comment on function commerce.show_dispute(text, text) is 'A dispute with what either side said.';

create function commerce.find_dispute(brand_id text, dispute_id text, is_read boolean default false)
returns commerce.disputes
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_dispute.brand_id);
  v_dispute commerce.disputes;
begin
  perform commerce.settle('dispute', v_brand_id, find_dispute.dispute_id, find_dispute.is_read);
  select held.* into v_dispute from commerce.disputes as held where held.brand_id = v_brand_id and held.dispute_id = find_dispute.dispute_id;
  if not found then
    perform platform.fail('NTFND', 'dispute_id: there is no such dispute, or another agent''s.');
  end if;
  return v_dispute;
end
$$;
comment on function commerce.find_dispute(text, text, boolean) is 'A dispute as it is now, after the clock has had its say. NTFND for one that the caller has no part in.';

create function commerce.dispute(brand_id text, dispute_id text)
returns json
language plpgsql volatile
as $$
declare
  v_dispute constant commerce.disputes := commerce.find_dispute(dispute.brand_id, dispute.dispute_id, is_read => true);
begin
  return commerce.show_dispute(dispute.brand_id, v_dispute.dispute_id);
end
$$;
comment on function commerce.dispute(text, text) is 'GET /disputes/{dispute_id}: a dispute as it is now.';

create function commerce.state_dispute(brand_id text, dispute_id text, statement text, evidence_urls text[] default '{}', version integer default null)
returns json
language plpgsql volatile
as $$
declare
  v_dispute constant commerce.disputes := commerce.find_dispute(state_dispute.brand_id, state_dispute.dispute_id);
  v_party constant text := case when v_dispute.created_by = core.scope_credential_id() then 'agent' else 'merchant' end;
  v_position integer;
begin
  select count(*) + 1 into v_position
  from commerce.dispute_statements as said
  where said.brand_id = v_dispute.brand_id and said.dispute_id = v_dispute.dispute_id;
  if v_position > 100 then
    perform platform.fail('BADRQ', 'statement: all has been said: a dispute takes a hundred statements.');
  end if;
  insert into commerce.dispute_statements (brand_id, dispute_id, position, party, statement, evidence_urls, created_by)
  values (
    v_dispute.brand_id, v_dispute.dispute_id, v_position, v_party, state_dispute.statement, state_dispute.evidence_urls, v_dispute.created_by
  );
  update commerce.disputes as held
  set expires_at = platform.now() + interval '30 days'
  where held.brand_id = v_dispute.brand_id and held.dispute_id = v_dispute.dispute_id;
  perform commerce.move('dispute', v_dispute.brand_id, v_dispute.dispute_id, 'state', v_party, state_dispute.version);
  perform commerce.record_signal(v_dispute.brand_id, v_dispute.dispute_id, 'responsiveness', 1, null)
  from commerce.transactions
  where v_party = 'merchant' and transactions.brand_id = v_dispute.brand_id and transactions.transaction_id = v_dispute.transaction_id
    and not transactions.is_of_shop;
  return commerce.show_dispute(state_dispute.brand_id, state_dispute.dispute_id);
end
$$;
comment on function commerce.state_dispute(text, text, text, text[], integer) is 'POST /disputes/{dispute_id}/statements: either side adds what it has to say.';

create function commerce.close_dispute(
  brand_id text,
  dispute_id text,
  action text,
  "transaction" text default 'completed',
  version integer default null
)
returns json
language plpgsql volatile
as $$
declare
  v_dispute constant commerce.disputes := commerce.find_dispute(close_dispute.brand_id, close_dispute.dispute_id);
begin
  perform commerce.require_agent(v_dispute.created_by);
  if close_dispute.action = 'withdraw' and close_dispute."transaction" <> 'completed' then
    perform platform.fail('BADRQ', 'transaction: whoever withdraws a dispute lets the order stand. To call it off, resolve.');
  end if;
  perform commerce.move('dispute', v_dispute.brand_id, v_dispute.dispute_id, close_dispute.action, 'agent', close_dispute.version);
  if close_dispute.action = 'withdraw' then
    perform commerce.forget_signals(v_dispute.brand_id, v_dispute.transaction_id);
  end if;
  if close_dispute."transaction" = 'cancelled' then
    update commerce.transactions as held
    set cancellation_reason = 'dispute_resolved'
    where held.brand_id = v_dispute.brand_id and held.transaction_id = v_dispute.transaction_id;
    perform commerce.move('transaction', v_dispute.brand_id, v_dispute.transaction_id, 'cancel', 'service');
    perform commerce.return_offers(v_dispute.brand_id, v_dispute.transaction_id);
  else
    perform commerce.complete_transaction(
      v_dispute.brand_id, v_dispute.transaction_id, case close_dispute.action when 'withdraw' then 'dispute_withdrawn' else 'dispute_resolved' end
    );
  end if;
  return commerce.show_dispute(close_dispute.brand_id, close_dispute.dispute_id);
end
$$;
comment on function commerce.close_dispute(text, text, text, text, integer) is
  'POST /disputes/{dispute_id}/close: the buyer''s side, which opened it, reports how it ended, and what that made of the order.';

call core.register_operation('commerce.confirm_window', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.dispute_window', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.dispute', 'write:negotiation', brand => 'shown', access => 'write');
call core.register_operation('commerce.state_dispute', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.close_dispute', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
