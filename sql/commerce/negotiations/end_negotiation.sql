create function commerce.end_negotiation(negotiation commerce.negotiations, action text, actor text, resolution text)
returns void
language plpgsql volatile
as $$
begin
  update commerce.negotiations as held
  set resolution = end_negotiation.resolution
  where held.brand_id = end_negotiation.negotiation.brand_id and held.negotiation_id = end_negotiation.negotiation.negotiation_id;
  perform commerce.move(
    'negotiation', end_negotiation.negotiation.brand_id, end_negotiation.negotiation.negotiation_id, end_negotiation.action, end_negotiation.actor
  );
  perform commerce.move(
    'offer', end_negotiation.negotiation.brand_id,
    (
      select held.current_offer_id
      from commerce.negotiations as held
      where held.brand_id = end_negotiation.negotiation.brand_id and held.negotiation_id = end_negotiation.negotiation.negotiation_id
    ),
    case when end_negotiation.action = 'withdraw' then 'retract' else 'decline' end,
    case when end_negotiation.resolution = 'auto_declined' then 'policy' else 'service' end
  );
end
$$;
comment on function commerce.end_negotiation(commerce.negotiations, text, text, text) is
  'Ends a negotiation without an agreement and closes its last offer.';

create function commerce.end_changed_negotiation(negotiation commerce.negotiations)
returns void
language plpgsql volatile
as $$
begin
  perform commerce.end_negotiation(
    end_changed_negotiation.negotiation, 'reject', 'policy',
    case
      when commerce.is_sold(
        end_changed_negotiation.negotiation.brand_id, end_changed_negotiation.negotiation.product_id, end_changed_negotiation.negotiation.bundle_id
      ) then 'policy_changed'
      else 'product_withdrawn'
    end
  );
end
$$;
comment on function commerce.end_changed_negotiation(commerce.negotiations) is
  'Ends a negotiation about a product or bundle that is no longer sold, or whose pricing policy changed.';

create function commerce.leave_negotiation(brand_id text, negotiation_id text, action text, version integer)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(leave_negotiation.brand_id, leave_negotiation.negotiation_id);
begin
  perform commerce.require_agent(v_negotiation.created_by);
  perform commerce.require_version(v_negotiation.version, leave_negotiation.version);
  perform commerce.end_negotiation(v_negotiation, leave_negotiation.action, 'agent', case leave_negotiation.action when 'reject' then 'rejected_by_agent' end);
  return commerce.show_negotiation(leave_negotiation.brand_id, leave_negotiation.negotiation_id);
end
$$;
comment on function commerce.leave_negotiation(text, text, text, integer) is 'Ends a negotiation on behalf of its agent, by reject or withdraw.';

grant execute on function
  commerce.end_changed_negotiation(commerce.negotiations),
  commerce.end_negotiation(commerce.negotiations, text, text, text),
  commerce.leave_negotiation(text, text, text, integer)
to vitrine_key, vitrine_simulated;
