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
comment on function commerce.show_feedback(commerce.feedback) is 'Returns feedback as its author sees it.';

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
  insert into commerce.feedback as held (brand_id, subject_type, subject_id, outcome, rating, tags, comment, agent, verified_agent, created_by)
  values (
    v_brand_id, v_type, v_id, give_feedback.outcome, give_feedback.rating, give_feedback.tags, give_feedback.comment, give_feedback.agent,
    core.scope_agent(), core.scope_credential_id()
  )
  on conflict on constraint feedback_subject_key do update
  set outcome = excluded.outcome, rating = excluded.rating, tags = excluded.tags, comment = excluded.comment, agent = excluded.agent, verified_agent = excluded.verified_agent,
    created_at = excluded.created_at
  returning held.* into v_feedback;
  perform commerce.forget_signals(v_brand_id, v_feedback.feedback_id);
  perform commerce.record_signal(
    v_brand_id, v_feedback.feedback_id, 'price_and_stock', (give_feedback.outcome = 'purchased')::integer, give_feedback.agent ->> 'platform'
  )
  where give_feedback.outcome in ('purchased', 'price_mismatch', 'unavailable') and v_type in ('product', 'negotiation', 'transaction')
    -- Feedback of the shop's own keys is no trust signal.
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
  'POST /feedback: feedback of an agent, one for each subject. A later one replaces it.';

grant execute on function
  commerce.show_feedback(commerce.feedback),
  commerce.give_feedback(text, jsonb, text, integer, text[], text, jsonb)
to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.give_feedback', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
