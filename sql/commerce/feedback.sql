create function commerce.record_signal(brand_id text, subject_id text, component text, value numeric, platform text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into storefront.trust_signals as held (brand_id, signal_id, component, platform, value, occurred_at, source)
  select
    record_signal.brand_id, record_signal.subject_id || '/' || record_signal.component, record_signal.component,
    (select platforms.platform from storefront.platforms where platforms.platform = lower(record_signal.platform)), record_signal.value,
    platform.now(), 'commerce'
  where not record_signal.brand_id = any (core.simulated_brand_ids())
  on conflict on constraint trust_signals_pkey do update set value = excluded.value, occurred_at = excluded.occurred_at;
$$;
comment on function commerce.record_signal(text, text, text, numeric, text) is
  'What an order or an agent''s word says of a shop, for its trust: once for each thing and component.';
revoke execute on function commerce.record_signal(text, text, text, numeric, text) from public;

create function commerce.show_feedback(feedback commerce.feedback)
returns json
language sql stable
return pg_catalog.json_build_object(
  'feedback_id', (show_feedback.feedback).feedback_id,
  'status', 'accepted',
  'subject', pg_catalog.json_build_object('type', (show_feedback.feedback).subject_type, 'id', (show_feedback.feedback).subject_id),
  'outcome', (show_feedback.feedback).outcome,
  'rating', (show_feedback.feedback).rating,
  'created_at', platform.utc((show_feedback.feedback).created_at)
);
comment on function commerce.show_feedback(commerce.feedback) is 'Feedback as whoever gave it sees it.';

create function commerce.give_feedback(
  brand_id text,
  subject jsonb,
  outcome text,
  rating integer default null,
  tags text[] default '{}',
  comment text default null,
  agent jsonb default '{}'
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(give_feedback.brand_id);
  v_type constant text := give_feedback.subject ->> 'type';
  v_id constant text := give_feedback.subject ->> 'id';
  v_feedback commerce.feedback;
begin
  case v_type
    when 'product' then perform storefront.require_product(v_brand_id, v_id);
    when 'negotiation' then perform commerce.find_negotiation(give_feedback.brand_id, v_id);
    when 'transaction' then perform commerce.find_transaction(give_feedback.brand_id, v_id);
    else null;
  end case;
  insert into commerce.feedback as held (brand_id, subject_type, subject_id, outcome, rating, tags, comment, agent, created_by)
  values (
    v_brand_id, v_type, v_id, give_feedback.outcome, give_feedback.rating, give_feedback.tags, give_feedback.comment, give_feedback.agent,
    core.scope_credential_id()
  )
  on conflict on constraint feedback_subject_key do update
  set outcome = excluded.outcome, rating = excluded.rating, tags = excluded.tags, comment = excluded.comment, agent = excluded.agent, created_at = excluded.created_at
  returning held.* into v_feedback;
  perform commerce.forget_signals(v_brand_id, v_feedback.feedback_id);
  perform commerce.record_signal(
    v_brand_id, v_feedback.feedback_id, 'price_and_stock', (give_feedback.outcome = 'purchased')::integer, give_feedback.agent ->> 'platform'
  )
  where give_feedback.outcome in ('purchased', 'price_mismatch', 'unavailable') and v_type in ('product', 'negotiation', 'transaction')
    -- A shop does not speak for itself.
    and not core.is_of_shop(give_feedback.brand_id);
  if not v_brand_id = any (core.simulated_brand_ids()) then
    perform events.emit(
      v_brand_id, 'feedback.received',
      pg_catalog.jsonb_build_object(
        'feedback_id', v_feedback.feedback_id, 'subject', give_feedback.subject, 'outcome', v_feedback.outcome, 'rating', v_feedback.rating
      )
    );
  end if;
  return commerce.show_feedback(v_feedback);
end
$$;
comment on function commerce.give_feedback(text, jsonb, text, integer, text[], text, jsonb) is
  'POST /feedback: how it went. Once for each thing; said again, it takes the place of what was said before.';

create function commerce.revoke_feedback(brand_id text, feedback_id text)
returns json
language plpgsql volatile
as $$
declare
  v_feedback commerce.feedback;
begin
  delete from commerce.feedback as held
  where held.brand_id = core.data_brand_id(revoke_feedback.brand_id) and held.feedback_id = revoke_feedback.feedback_id
    and held.created_by = core.scope_credential_id()
  returning held.* into v_feedback;
  if not found then
    perform platform.fail('NTFND', 'feedback_id: you have given no such feedback.');
  end if;
  perform commerce.forget_signals(v_feedback.brand_id, v_feedback.feedback_id);
  return pg_catalog.json_build_object('feedback_id', v_feedback.feedback_id, 'status', 'revoked');
end
$$;
comment on function commerce.revoke_feedback(text, text) is 'DELETE /feedback/{feedback_id}: it was not so.';

create function commerce.forget_signals(brand_id text, subject_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from storefront.trust_signals as held
  where held.brand_id = forget_signals.brand_id and held.signal_id like forget_signals.subject_id || '/%' and held.source = 'commerce';
$$;
comment on function commerce.forget_signals(text, text) is 'What was taken back speaks neither for nor against a shop.';
revoke execute on function commerce.forget_signals(text, text) from public;

call core.register_operation('commerce.give_feedback', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.revoke_feedback', 'write:negotiation', brand => 'shown', access => 'write');
