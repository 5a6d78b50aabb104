create function commerce.open_negotiation(
  brand_id text,
  offer jsonb,
  quantity integer default 1,
  product_id text default null,
  bundle_id text default null,
  message text default null,
  agent jsonb default '{}'
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(open_negotiation.brand_id);
  v_subject commerce.subject;
  v_terms commerce.price_terms;
  v_negotiation commerce.negotiations;
begin
  perform commerce.lock_agent(v_brand_id, core.scope_credential_id());
  v_subject := commerce.find_subject(v_brand_id, open_negotiation.product_id, open_negotiation.bundle_id);
  v_terms := commerce.price_terms(
    v_brand_id, open_negotiation.product_id, open_negotiation.bundle_id, open_negotiation.quantity, v_subject.price_micros, v_subject.currency
  );
  if v_terms is null then
    perform platform.fail('NTFND', 'is_not_negotiable', 'product_id');
  end if;
  if (
    select count(*) >= (v_terms.policy).negotiations_per_day_max
    from commerce.negotiations as held
    where held.brand_id = v_brand_id and held.created_by = core.scope_credential_id() and held.created_at > platform.now() - interval '1 day'
  ) then
    perform platform.fail('QUOTA', 'too_many_negotiations_were_opened_today', given => pg_catalog.json_build_object('retry_after', 3600));
  end if;
  insert into commerce.negotiations as held (
    brand_id, product_id, bundle_id, title, quantity, list_price_micros, currency, policy_id, rounds_max, agent, verified_agent,
    link, price_observed_at, created_by, person_id, expires_at
  )
  values (
    v_brand_id, open_negotiation.product_id, open_negotiation.bundle_id, v_subject.title, open_negotiation.quantity, v_subject.price_micros,
    v_subject.currency, (v_terms.policy).policy_id, (v_terms.policy).rounds_max, open_negotiation.agent, core.scope_agent(),
    v_subject.link, v_subject.observed_at, core.scope_credential_id(), core.scope_person_id(), commerce.minutes_from_now((v_terms.policy).answer_minutes)
  )
  returning held.* into v_negotiation;
  perform commerce.record_offer(
    v_negotiation, 'agent', open_negotiation.offer, open_negotiation.message, v_terms.policy, open_negotiation.quantity
  );
  perform commerce.move('negotiation', v_brand_id, v_negotiation.negotiation_id, 'open', 'agent');
  perform commerce.answer_offer(v_brand_id, v_negotiation.negotiation_id);
  return commerce.show_negotiation(open_negotiation.brand_id, v_negotiation.negotiation_id);
end
$$;
comment on function commerce.open_negotiation(text, jsonb, integer, text, text, text, jsonb) is
  'POST /negotiations: an agent''s first offer. The response contains the policy''s answer if it answers immediately.';
grant execute on function commerce.open_negotiation(text, jsonb, integer, text, text, text, jsonb) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.open_negotiation', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
