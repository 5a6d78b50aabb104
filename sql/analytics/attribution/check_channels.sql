create function analytics.lowered(words text[])
returns text[]
language sql immutable
return array(select pg_catalog.lower(pg_catalog.btrim(word)) from pg_catalog.unnest(lowered.words) as word);
comment on function analytics.lowered(text[]) is 'Returns the words in lower case, without surrounding spaces.';

create function analytics.check_channels(brand_id text, channels text[])
returns void
language plpgsql stable
as $$
declare
  v_unknown text;
begin
  if check_channels.channels = '{}' then
    perform platform.fail('BADRQ', 'names_no_channel', 'channels');
  end if;
  select min(coalesce(requested.channel, 'null')) into v_unknown
  from pg_catalog.unnest(check_channels.channels) as requested (channel)
  where not exists (
    select from analytics.channels as known
    where known.brand_id = check_channels.brand_id and known.key = analytics.channel_key(requested.channel)
  );
  if v_unknown is not null then
    perform platform.fail(
      'BADRQ', 'contains_an_unknown_channel', 'channels',
      pg_catalog.json_build_object(
        'unknown', v_unknown,
        'known', array(
          select channels.channel from analytics.channels
          where channels.brand_id = check_channels.brand_id
          order by channels.channel
          limit 50
        )
      )
    );
  end if;
end
$$;
comment on function analytics.check_channels(text, text[]) is 'Raises BADRQ for an empty list, and for a channel without touches of the brand, with the known channels.';
grant execute on function analytics.lowered(text[]), analytics.check_channels(text, text[]) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
