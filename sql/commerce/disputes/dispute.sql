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
comment on function commerce.dispute(text, text) is 'GET /disputes/{dispute_id}: the present state of a dispute.';
grant execute on function commerce.dispute(text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.dispute', 'write:negotiation', brand => 'shown', access => 'write');
