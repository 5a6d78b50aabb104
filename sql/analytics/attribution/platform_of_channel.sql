create function analytics.platform_of_channel(channel text)
returns text
language sql stable
return (
  select coalesce(
    (
      select aliases.platform
      from analytics.platform_aliases as aliases
      where named.words like '% ' || aliases.name || ' %'
        or named.words like '% ' || aliases.alias || ' %'
        -- "googlebrand" is of Google, "igloo" is not of Instagram.
        or (pg_catalog.length(aliases.alias) > 3 and named.words like '% ' || aliases.alias || '%')
      order by pg_catalog.length(aliases.alias) desc, aliases.alias
      limit 1
    ),
    pg_catalog.lower(platform_of_channel.channel)
  )
  from (
    select ' ' || pg_catalog.regexp_replace(pg_catalog.lower(platform_of_channel.channel), '[^[:alnum:]]+', ' ', 'g') || ' ' as words
  ) as named
  where named.words !~ '(organic|referral|email|direct)'
);
comment on function analytics.platform_of_channel(text) is
  'The ad platform whose spend buys a channel''s touches: the one whose longest alias is in the name of the channel. Null of channels that cost nothing.';
grant execute on function analytics.platform_of_channel(text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
