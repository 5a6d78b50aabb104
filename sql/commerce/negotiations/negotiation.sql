create function commerce.negotiation(brand_id text, negotiation_id text)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(negotiation.brand_id, negotiation.negotiation_id, is_read => true);
begin
  return commerce.show_negotiation(negotiation.brand_id, v_negotiation.negotiation_id);
end
$$;
comment on function commerce.negotiation(text, text) is 'GET /negotiations/{negotiation_id}: the present state of a negotiation.';
grant execute on function commerce.negotiation(text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.negotiation', 'write:negotiation', brand => 'shown', access => 'write');
