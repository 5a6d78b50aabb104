create function core.acts_for(key_id text, platform_origin text)
returns boolean
language sql stable
as $$
  select not exists (
    select from core.api_keys where api_keys.key_id = acts_for.key_id and api_keys.platform_origin <> acts_for.platform_origin
  );
$$;
comment on function core.acts_for(text, text) is 'Whether a key may act for the platform with this origin: it acts for this one, or for none yet.';

create function core.bind_platform(key_id text, platform_origin text)
returns void
language plpgsql volatile
as $$
begin
  -- A publishable key is in web pages. A reader of the page must not choose the platform that the key acts for.
  update core.api_keys set platform_origin = bind_platform.platform_origin
  from core.key_kinds
  where api_keys.key_id = bind_platform.key_id and api_keys.platform_origin is null
    and key_kinds.prefix = api_keys.prefix and key_kinds.kind = 'secret';
  -- A concurrent request may have bound the key to another platform after core.acts_for was asked.
  if not core.acts_for(bind_platform.key_id, bind_platform.platform_origin) then
    perform platform.fail('DNIED', 'this_key_acts_for_another_platform');
  end if;
end
$$;
comment on function core.bind_platform(text, text) is
  'Records the platform that a secret key acts for, if it acts for none yet. Raises DNIED if the key acts for another platform, which rolls the request back.';

create function core.unbind_key(key_id text)
returns boolean
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  with unbound as (
    update core.api_keys set platform_origin = null
    where api_keys.key_id = unbind_key.key_id and api_keys.platform_origin is not null
    returning true
  )
  select exists (select from unbound);
$$;
comment on function core.unbind_key(text) is
  'Releases a key from the platform that it acts for, so that the next one is bound. Returns false if it does not exist or acts for none.';

grant execute on function
  core.acts_for(text, text),
  core.bind_platform(text, text)
to vitrine_gate;
