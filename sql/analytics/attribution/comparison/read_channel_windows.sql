create function analytics.read_channel_windows(brand_id text, given text[])
returns jsonb
language plpgsql stable
as $$
declare
  v_windows jsonb := '{}'::jsonb;
  v_given text;
  v_parts text[];
  v_channel text;
begin
  foreach v_given in array coalesce(read_channel_windows.given, '{}') loop
    v_parts := pg_catalog.regexp_match(v_given, '^(.+):([0-9]{1,3})(?:/([0-9]{1,3}))?$');
    if v_parts is null then
      perform platform.fail('BADRQ', 'must_be_a_channel_with_days', 'channel_windows');
    end if;
    perform platform.require_number('channel_windows', v_parts[2]::numeric, 1, 365);
    perform platform.require_number('channel_windows', coalesce(v_parts[3], '0')::numeric, 0, 365);
    select pg_catalog.lower(known.channel) into v_channel
    from analytics.channels as known
    where known.brand_id = read_channel_windows.brand_id and known.key = analytics.channel_key(v_parts[1]);
    if v_channel is null then
      perform platform.fail(
        'BADRQ', 'contains_an_unknown_channel', 'channel_windows',
        pg_catalog.json_build_object(
          'unknown', v_parts[1],
          'known', array(
            select channels.channel from analytics.channels where channels.brand_id = read_channel_windows.brand_id order by channels.channel limit 50
          )
        )
      );
    end if;
    if v_windows ? v_channel then
      perform platform.fail(
        'BADRQ', 'names_a_channel_twice', 'channel_windows', pg_catalog.json_build_object('channel', v_parts[1])
      );
    end if;
    v_windows := v_windows || pg_catalog.jsonb_build_object(
      v_channel, pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object('click_days', v_parts[2]::integer, 'view_days', v_parts[3]::integer))
    );
  end loop;
  return v_windows;
end
$$;
comment on function analytics.read_channel_windows(text, text[]) is
  'Returns windows of channels given as channel:click_days or channel:click_days/view_days, in the form of analytics.touches_before_orders. Raises BADRQ for '
  'another form, days out of bounds, a channel without touches of the brand, and a channel that is named twice.';
grant execute on function analytics.read_channel_windows(text, text[]) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
