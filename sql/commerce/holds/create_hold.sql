create function commerce.create_hold(
  brand_id text,
  quantity integer default 1,
  product_id text default null,
  bundle_id text default null,
  offer_id text default null,
  negotiation_id text default null,
  minutes integer default 15,
  agent jsonb default '{}'
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(create_hold.brand_id);
  v_subject commerce.subject;
  v_source text;
  v_hold_id text;
begin
  perform commerce.lock_agent(v_brand_id, core.scope_credential_id());
  if create_hold.negotiation_id is not null then
    return commerce.negotiated_hold(create_hold.brand_id, create_hold.negotiation_id);
  end if;
  v_subject := commerce.find_subject(v_brand_id, create_hold.product_id, create_hold.bundle_id);
  v_source := case when v_subject.is_reduced then 'sale' else 'list' end;
  if create_hold.offer_id is not null then
    v_subject.price_micros := commerce.offered_price_micros(
      v_brand_id, create_hold.offer_id, create_hold.product_id, create_hold.bundle_id, v_subject, create_hold.agent ->> 'platform'
    );
    v_source := 'exclusive_offer';
  end if;
  v_hold_id := commerce.hold_price(
    v_brand_id, create_hold.product_id, create_hold.bundle_id, v_subject, create_hold.quantity, v_source, create_hold.minutes,
    core.scope_credential_id(), core.scope_person_id(), exclusive_offer_id => create_hold.offer_id
  );
  return commerce.show_hold(create_hold.brand_id, v_hold_id);
end
$$;
comment on function commerce.create_hold(text, integer, text, text, text, text, integer, jsonb) is
  'POST /holds: keeps today''s price, or the price of an exclusive offer, for a limited time.';

create function commerce.negotiated_hold(brand_id text, negotiation_id text)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(negotiated_hold.brand_id, negotiated_hold.negotiation_id);
begin
  perform commerce.require_agent(v_negotiation.created_by);
  if v_negotiation.status <> 'accepted' then
    perform commerce.refuse_move(
      'negotiation', v_negotiation.status, 'hold', commerce.negotiation_actions(v_negotiation, negotiated_hold.brand_id)
    );
  end if;
  return commerce.show_hold(negotiated_hold.brand_id, v_negotiation.hold_id);
end
$$;
comment on function commerce.negotiated_hold(text, text) is 'Returns the price hold of an agreement. Each agreement has one.';

grant execute on function
  commerce.create_hold(text, integer, text, text, text, text, integer, jsonb),
  commerce.negotiated_hold(text, text)
to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.create_hold', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
