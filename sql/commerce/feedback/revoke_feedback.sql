create function commerce.revoke_feedback(brand_id text, feedback_id text)
returns json
language plpgsql volatile
as $$
declare
  v_feedback commerce.feedback;
begin
  delete from commerce.feedback as held
  where held.brand_id = core.data_brand_id(revoke_feedback.brand_id) and held.feedback_id = revoke_feedback.feedback_id
    and held.created_by = core.scope_credential_id()
  returning held.* into v_feedback;
  if not found then
    perform platform.fail('NTFND', 'names_no_feedback_of_yours', 'feedback_id');
  end if;
  perform commerce.forget_signals(v_feedback.brand_id, v_feedback.feedback_id);
  return pg_catalog.json_build_object('feedback_id', v_feedback.feedback_id, 'status', 'revoked');
end
$$;
comment on function commerce.revoke_feedback(text, text) is 'DELETE /feedback/{feedback_id}: revokes feedback and its trust signals.';
grant execute on function commerce.revoke_feedback(text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.revoke_feedback', 'write:negotiation', brand => 'shown', access => 'write');
