create function commerce.hold(brand_id text, hold_id text)
returns json
language plpgsql volatile
as $$
declare
  v_hold constant commerce.price_holds := commerce.find_hold(hold.brand_id, hold.hold_id, is_read => true);
begin
  return commerce.show_hold(hold.brand_id, v_hold.hold_id);
end
$$;
comment on function commerce.hold(text, text) is 'GET /holds/{hold_id}: the present state of a price hold.';
grant execute on function commerce.hold(text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.hold', 'write:negotiation', brand => 'shown', access => 'write');
