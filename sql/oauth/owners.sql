-- Security definer functions run as their owner, vitrine_oauth, which reads no brand data.
grant create on schema oauth to vitrine_oauth;

do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select pg_proc.oid::regprocedure from pg_catalog.pg_proc where pg_proc.pronamespace = 'oauth'::regnamespace
  loop
    execute format('alter function %s owner to vitrine_oauth', v_function);
  end loop;
end
$$;

revoke create on schema oauth from vitrine_oauth;

-- vitrine_functions may execute only these functions of oauth.
grant execute on function
  oauth.register_client(text, text[], text[], jsonb, text),
  oauth.find_client_document(text, text),
  oauth.keep_client_document(text, text, text[], text[], jsonb, integer),
  oauth.request_authorization(jsonb, text, text, bytea, bytea, text),
  oauth.show_request(bytea, bytea, bytea),
  oauth.admit_password(text, text, bytea),
  oauth.fail_password(text, text, bytea),
  oauth.sign_in(text, text, bytea, bytea, text, text),
  oauth.enter_hosted_session(uuid, bytea, bytea, text, text),
  oauth.show_second_factor(bytea),
  oauth.sign_in_with_code(bytea, text, bytea, bytea, bytea, text, text),
  oauth.open_challenge(bytea),
  oauth.drop_challenge(bytea),
  oauth.start_passkey_sign_in(bytea, bytea, text),
  oauth.find_passkey(bytea, bytea),
  oauth.sign_in_with_passkey(bytea, bytea, bytea, bytea, bytea, bytea, bytea, bytea, bytea, text, text),
  oauth.sign_out(bytea),
  oauth.show_security(bytea),
  oauth.end_session(bytea, text, text),
  oauth.change_name(bytea, text, text),
  oauth.delete_person(bytea, text, text),
  oauth.end_other_sessions(bytea, text),
  oauth.session_email(bytea),
  oauth.change_password(bytea, text, text, bytea, text),
  oauth.start_passkey(bytea),
  oauth.add_passkey(bytea, text, text, bytea, bytea, text, bigint, boolean, boolean, text[], text),
  oauth.remove_passkey(bytea, bytea, text),
  oauth.show_totp_setup(bytea),
  oauth.start_totp(bytea, text, bytea),
  oauth.confirm_totp(bytea, text, bytea, text[], text),
  oauth.remove_totp(bytea, text),
  oauth.renew_recovery_codes(bytea, text[], text),
  oauth.request_mail(text, text, text),
  oauth.show_link(bytea, text),
  oauth.unlock(bytea, bytea, text),
  oauth.reset_password(bytea, text, bytea, text),
  oauth.request_sign_up(text, boolean, text),
  oauth.show_sign_up(bytea),
  oauth.sign_up(bytea, text, text, bytea, bytea, text, text),
  oauth.decide(bytea, bytea, bytea, boolean, text[], text[], bytea, text, text),
  oauth.exchange_code(bytea, text, text, text, text, text, bytea, bytea, text),
  oauth.refresh(bytea, text, text, text, text, bytea, bytea, text, text, integer),
  oauth.revoke_token(bytea, text, text),
  oauth.grants(bytea),
  oauth.revoke_grant(bytea, text, text),
  oauth.show_unsubscription(bytea),
  oauth.unsubscribe(bytea, text)
to vitrine_functions;
grant execute on function
  oauth.prune(), oauth.has_due_mail(), oauth.measure_mails(), oauth.claim_mail(bytea), oauth.claim_address_mail(bytea), oauth.finish_mail(text),
  oauth.claim_notification(bytea), oauth.drop_notification(text), oauth.fail_notification(text, integer, boolean),
  oauth.has_due_message(), oauth.claim_messages(integer), oauth.fail_message(text, jsonb, integer, boolean)
to vitrine_worker;
grant execute on function oauth.measure_mails(), oauth.count_failed_notifications() to vitrine_owner;
grant execute on function
  core.set_password(uuid, text), core.set_name(uuid, text), core.require_own_people(), core.email_address(text), core.create_person(text, text, text)
to vitrine_oauth;
grant execute on function
  oauth.remove_second_factors(uuid),
  oauth.count_totp_keys(),
  oauth.list_totp_secrets_of_other_keys(text, text, integer),
  oauth.reseal_totp_secret(text, text, text)
to vitrine_owner;
grant execute on function oauth.use_session(bytea), oauth.is_recent_session(bytea), oauth.spend_form(bytea, text), oauth.record_change(uuid, text, text, text) to vitrine_gate;
grant execute on function oauth.forget_brand(text), oauth.forget_person(uuid) to vitrine_gate;
