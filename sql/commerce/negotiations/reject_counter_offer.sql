create function commerce.reject_counter_offer(brand_id text, negotiation_id text, version integer default null)
returns json
language sql volatile
as $$ select commerce.leave_negotiation(reject_counter_offer.brand_id, reject_counter_offer.negotiation_id, 'reject', reject_counter_offer.version); $$;
comment on function commerce.reject_counter_offer(text, text, integer) is 'POST /negotiations/{negotiation_id}/reject: the agent rejects the counter-offer.';
grant execute on function commerce.reject_counter_offer(text, text, integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.reject_counter_offer', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
