create function oauth.network_of(client_ip text)
returns text
language plpgsql immutable
as $$
declare
  v_address inet;
begin
  v_address := network_of.client_ip::inet;
  return network(set_masklen(v_address, case family(v_address) when 4 then 24 else 48 end));
exception
  -- Postgres 15 has no function that checks a text without raising.
  when invalid_text_representation then
    return 'unknown';
end
$$;
comment on function oauth.network_of(text) is
  'Returns the network of an address, which one customer of a provider typically has: the /24 of an IPv4 address, or the /48 of an IPv6 '
  'address. ''unknown'' for any other text.';

create function oauth.knows_device(email text, device_hash bytea)
returns boolean
language sql stable
as $$
  select exists (
    select from oauth.devices
    where devices.person_id = (platform.find_person(knows_device.email)).person_id and devices.device_hash = knows_device.device_hash
  );
$$;
comment on function oauth.knows_device(text, bytea) is 'Returns whether a person with this e-mail address has signed in with this device before.';

create function oauth.remember_device(person_id uuid, device_hash bytea)
returns void
language sql volatile
as $$
  insert into oauth.devices (person_id, device_hash, used_at)
  values (remember_device.person_id, remember_device.device_hash, platform.clock())
  on conflict on constraint devices_pkey do update set used_at = excluded.used_at;
  delete from oauth.devices
  where devices.person_id = remember_device.person_id
    and devices.device_hash not in (
      select newest.device_hash from oauth.devices as newest
      where newest.person_id = remember_device.person_id
      order by newest.used_at desc
      limit 20
    );
$$;
comment on function oauth.remember_device(uuid, bytea) is
  'Makes a device known to a person. A person has at most 20 devices; the least recently used one is deleted.';
