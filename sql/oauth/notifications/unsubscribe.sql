create function oauth.show_unsubscription(token_hash bytea)
returns json
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_token oauth.unsubscribe_tokens;
begin
  select held.* into v_token
  from oauth.unsubscribe_tokens as held
  where held.token_hash = show_unsubscription.token_hash and held.expires_at > platform.clock();
  if not found then
    perform platform.fail('NTFND', 'this_unsubscribe_link_is_not_valid');
  end if;
  return (
    select json_build_object(
      'brand_id', brands.brand_id, 'brand', coalesce(brands.name, brands.slug), 'kind', v_token.kind,
      'is_on', oauth.gets_notifications(v_token.brand_id, v_token.person_id, v_token.kind)
    )
    from core.brands
    where brands.brand_id = v_token.brand_id
  );
end
$$;
comment on function oauth.show_unsubscription(bytea) is
  'Returns which mails of which brand a link turns off, and whether they are on. Raises NTFND if it is unknown or expired, and after the person turned the '
  'mails on again.';

create function oauth.unsubscribe(token_hash bytea, client_ip text)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_shown constant json := oauth.show_unsubscription(unsubscribe.token_hash);
  v_token oauth.unsubscribe_tokens;
begin
  select held.* into strict v_token from oauth.unsubscribe_tokens as held where held.token_hash = unsubscribe.token_hash;
  -- Mails can be off because of the role, which can change again. The choice counts then.
  insert into core.notification_choices as held (brand_id, person_id, kind, is_on)
  values (v_token.brand_id, v_token.person_id, v_token.kind, false)
  on conflict on constraint notification_choices_pkey do update set is_on = false, chosen_at = platform.clock()
  where held.is_on;
  if (v_shown ->> 'is_on')::boolean then
    perform oauth.record(
      'unsubscribed', person_id => v_token.person_id, client_ip => unsubscribe.client_ip,
      detail => jsonb_build_object('brand_id', v_token.brand_id, 'kind', v_token.kind)
    );
  end if;
  return v_shown;
end
$$;
comment on function oauth.unsubscribe(bytea, text) is
  'Turns off the mails of a link: of one kind, brand and person. The choice is stored also if the role of the person excludes the mails at present. Raises NTFND like oauth.show_unsubscription.';
