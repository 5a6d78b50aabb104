create function commerce.open_dispute(
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
  v_window constant commerce.confirmation_windows := commerce.find_window(open_dispute.brand_id, open_dispute.transaction_id, 'disputed');
  v_dispute_id text;
  v_status text;
  v_is_same boolean;
begin
  if v_window.status = 'open' then
    update commerce.confirmation_windows as held
    set acted_at = platform.now()
    where held.brand_id = v_window.brand_id and held.transaction_id = v_window.transaction_id;
    perform commerce.move('confirmation_window', v_window.brand_id, v_window.transaction_id, 'dispute', 'agent');
    perform commerce.move('transaction', v_window.brand_id, v_window.transaction_id, 'dispute', 'agent');
    insert into commerce.disputes as held (brand_id, transaction_id, reason_code, created_by, expires_at)
    values (
      v_window.brand_id, v_window.transaction_id, open_dispute.reason_code, v_window.created_by, platform.now() + interval '30 days'
    )
    returning held.dispute_id into v_dispute_id;
    insert into commerce.dispute_statements (brand_id, dispute_id, position, party, statement, evidence_urls, created_by)
    values (v_window.brand_id, v_dispute_id, 1, 'agent', open_dispute.description, open_dispute.evidence_urls, v_window.created_by);
    perform commerce.move('dispute', v_window.brand_id, v_dispute_id, 'record', 'agent');
    perform commerce.record_signal(v_window.brand_id, v_window.transaction_id, spoken.component, 0, null)
    from pg_catalog.unnest(
      array['disputes', case
        when open_dispute.reason_code = 'not_received' then 'fulfillment'
        when open_dispute.reason_code in ('not_as_described', 'damaged', 'wrong_item') then 'description_accuracy'
      end]
    ) as spoken (component)
    where spoken.component is not null
      and not (
        select transactions.is_of_shop
        from commerce.transactions
        where transactions.brand_id = v_window.brand_id and transactions.transaction_id = v_window.transaction_id
      );
  else
    select
      held.dispute_id, held.status,
      (held.reason_code, first_statement.statement, first_statement.evidence_urls)
        is not distinct from (open_dispute.reason_code, platform.plain(open_dispute.description), platform.plain(open_dispute.evidence_urls))
    into v_dispute_id, v_status, v_is_same
    from commerce.disputes as held
    join commerce.dispute_statements as first_statement
      on first_statement.brand_id = held.brand_id and first_statement.dispute_id = held.dispute_id and first_statement.position = 1
    where held.brand_id = v_window.brand_id and held.transaction_id = v_window.transaction_id;
    if not v_is_same then
      perform platform.fail(
        'WNCLS', 'has_a_dispute_already', 'transaction_id', pg_catalog.json_build_object('dispute_id', v_dispute_id, 'dispute_status', v_status)
      );
    end if;
  end if;
  return pg_catalog.json_build_object(
    'transaction', commerce.show_transaction(open_dispute.brand_id, open_dispute.transaction_id, open_dispute.base_url),
    'dispute', commerce.show_dispute(open_dispute.brand_id, v_dispute_id)
  );
end
$$;
comment on function commerce.open_dispute(text, text, text, text, text[], text) is
  'POST /transactions/{transaction_id}/confirmation-window/dispute: opens a dispute with the buyer''s description. It is recorded and not adjudicated. '
  'The same request again returns the dispute. Raises WNCLS for another dispute about the same order.';
grant execute on function commerce.open_dispute(text, text, text, text, text[], text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.open_dispute', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
