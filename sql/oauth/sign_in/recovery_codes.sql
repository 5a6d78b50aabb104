create function oauth.replace_recovery_codes(person_id uuid, recovery_hashes text[])
returns void
language sql volatile
as $$
  delete from oauth.recovery_codes where recovery_codes.person_id = replace_recovery_codes.person_id;
  insert into oauth.recovery_codes (person_id, code_hash)
  select replace_recovery_codes.person_id, pg_catalog.decode(given.code_hash, 'hex')
  from pg_catalog.unnest(replace_recovery_codes.recovery_hashes) as given (code_hash);
$$;
comment on function oauth.replace_recovery_codes(uuid, text[]) is 'Replaces all recovery codes of a person by these, given as SHA-256 in hexadecimal.';

create function oauth.forget_recovery_codes(person_id uuid)
returns void
language sql volatile
as $$
  delete from oauth.recovery_codes
  where recovery_codes.person_id = forget_recovery_codes.person_id and not oauth.has_second_factor(forget_recovery_codes.person_id);
$$;
comment on function oauth.forget_recovery_codes(uuid) is 'Deletes the recovery codes of a person without a second factor.';
