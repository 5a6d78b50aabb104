create function commerce.release_hold(brand_id text, hold_id text)
returns json
language plpgsql volatile
as $$
declare
  v_hold constant commerce.price_holds := commerce.find_hold(release_hold.brand_id, release_hold.hold_id);
begin
  perform commerce.require_agent(v_hold.created_by);
  if v_hold.status <> 'released' then
    perform commerce.give_up_hold(v_hold);
  end if;
  return commerce.show_hold(release_hold.brand_id, v_hold.hold_id);
end
$$;
comment on function commerce.release_hold(text, text) is 'DELETE /holds/{hold_id}: releases a price hold. A repeated request returns the same response.';
grant execute on function commerce.release_hold(text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.release_hold', 'write:negotiation', brand => 'shown', access => 'write');
