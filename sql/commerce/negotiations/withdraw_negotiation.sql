create function commerce.withdraw_negotiation(brand_id text, negotiation_id text, version integer default null)
returns json
language sql volatile
as $$ select commerce.leave_negotiation(withdraw_negotiation.brand_id, withdraw_negotiation.negotiation_id, 'withdraw', withdraw_negotiation.version); $$;
comment on function commerce.withdraw_negotiation(text, text, integer) is 'POST /negotiations/{negotiation_id}/withdraw: the agent withdraws its offer.';
grant execute on function commerce.withdraw_negotiation(text, text, integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.withdraw_negotiation', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
