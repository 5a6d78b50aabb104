create function analytics.channel_key(channel text)
returns text
language sql immutable parallel safe
return pg_catalog.lower(pg_catalog.btrim(pg_catalog.regexp_replace(normalize(channel_key.channel, nfkc), '\s+', ' ', 'g')));
comment on function analytics.channel_key(text) is 'Returns a channel in NFKC and lower case, with single spaces and no surrounding ones.';

create function analytics.name_channels(brand_id text)
returns void
language sql volatile
as $$
  insert into analytics.channels (brand_id, key, channel)
  select distinct on (analytics.channel_key(written.channel))
    name_channels.brand_id, analytics.channel_key(written.channel), pg_catalog.btrim(pg_catalog.regexp_replace(written.channel, '\s+', ' ', 'g'))
  from (
    select journeys.channel, min(journeys.line) as line from pg_temp.journeys where journeys.reason is null group by journeys.channel
  ) as written
  order by analytics.channel_key(written.channel), written.line
  on conflict on constraint channels_pkey do nothing;
  with misspelled as materialized (
    select written.channel as written, channels.channel
    from (select distinct journeys.channel from pg_temp.journeys where journeys.reason is null) as written
    join analytics.channels on channels.brand_id = name_channels.brand_id and channels.key = analytics.channel_key(written.channel)
    where channels.channel <> written.channel
  )
  update pg_temp.journeys as held
  set channel = misspelled.channel
  from misspelled
  where held.channel = misspelled.written;
$$;
comment on function analytics.name_channels(text) is 'Replaces channels in pg_temp.journeys by the brand''s spelling. The first spelling wins.';

grant execute on function analytics.channel_key(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function
  analytics.channel_key(text),
  analytics.name_channels(text)
to vitrine_worker;
