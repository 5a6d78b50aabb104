create function platform.fail(code text, message text, detail text default null)
returns void
language plpgsql volatile
as $$
begin
  raise exception using errcode = fail.code, message = fail.message, detail = coalesce(fail.detail, '');
end
$$;
comment on function platform.fail(text, text, text) is
  'Raises one of the mnemonic SQLSTATEs of sql/README.md. The message is shown to the caller: name the field, say what to do next.';
grant execute on function platform.fail(text, text, text) to public;
