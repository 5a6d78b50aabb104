create function sources.end_uninstalled(shop text, triggered_at timestamptz)
returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_connection_id text;
  v_ended integer := 0;
begin
  for v_connection_id in
    select held.connection_id
    from sources.connections as held
    where held.platform = 'shopify' and held.shop = end_uninstalled.shop and held.ended_at is null
      -- A grant that was given later belongs to a new installation.
      and held.granted_at <= end_uninstalled.triggered_at
    for update
  loop
    perform sources.end_at_platform(v_connection_id, 'uninstalled', 'app_is_uninstalled');
    v_ended := v_ended + 1;
  end loop;
  return v_ended;
end
$$;
comment on function sources.end_uninstalled(text, timestamptz) is
  'Ends the connections to a shop that removed the app, in all brands. Their sources need attention until a person connects the shop again. Returns their number.';
revoke execute on function sources.end_uninstalled(text, timestamptz) from public;
