create function analytics.platform_of_channel(brand_id text, channel text)
returns text
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
declare
  v_words constant text := ' ' || pg_catalog.regexp_replace(pg_catalog.lower(platform_of_channel.channel), '[^[:alnum:]]+', ' ', 'g') || ' ';
begin
  if v_words ~ '(organic|referral|email|direct)' then
    return null;
  end if;
  return (
    select coalesce(
      (
        select aliases.platform
        from analytics.platform_aliases as aliases
        where pg_catalog.strpos(v_words, ' ' || aliases.name || ' ') > 0
          or pg_catalog.strpos(v_words, ' ' || aliases.alias || ' ') > 0
          -- "googlebrand" matches Google, but "igloo" does not match Instagram.
          or (pg_catalog.length(aliases.alias) > 3 and pg_catalog.strpos(v_words, ' ' || aliases.alias) > 0)
        order by pg_catalog.length(aliases.alias) desc, aliases.alias
        limit 1
      ),
      (
        select connected.platform
        from pg_catalog.unnest(analytics.connected_platforms(platform_of_channel.brand_id)) as connected (platform)
        where connected.platform = pg_catalog.lower(platform_of_channel.channel)
      )
    )
  );
end
$$;
comment on function analytics.platform_of_channel(text, text) is
  'Returns the ad platform of a channel of a brand: the platform with the longest alias in the channel''s name, or the connected platform of this name. '
  'Null for channels without ad spend.';
grant execute on function analytics.platform_of_channel(text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
