create function console.set_notifications(
  brand_id text, alerts boolean default null, sources boolean default null, proposals boolean default null, shop boolean default null,
  experiments boolean default null, imports boolean default null, digest boolean default null
)
returns json
language plpgsql volatile
as $$
declare
  v_given constant jsonb := pg_catalog.jsonb_strip_nulls(
    pg_catalog.jsonb_build_object(
      'alerts', set_notifications.alerts, 'sources', set_notifications.sources, 'proposals', set_notifications.proposals,
      'shop', set_notifications.shop, 'experiments', set_notifications.experiments, 'imports', set_notifications.imports, 'digest', set_notifications.digest
    )
  );
  v_kind record;
begin
  for v_kind in
    select kinds.kind, kinds.role, (v_given ->> kinds.kind)::boolean as is_on, states.gets
    from core.notification_kinds() as kinds
    join console.notification_states(set_notifications.brand_id) as states on states.kind = kinds.kind
    where v_given ? kinds.kind
  loop
    if v_kind.is_on and not core.scope_role_is(v_kind.role) then
      perform platform.fail('BADRQ', 'these_mails_are_not_for_this_role', v_kind.kind, pg_catalog.json_build_object('role', v_kind.role));
    end if;
    insert into core.notification_choices as held (brand_id, kind, is_on)
    values (set_notifications.brand_id, v_kind.kind, v_kind.is_on)
    on conflict on constraint notification_choices_pkey do update set is_on = excluded.is_on, chosen_at = platform.clock()
    where held.is_on <> excluded.is_on;
    if v_kind.is_on and not v_kind.gets then
      perform console.end_unsubscribe_links(set_notifications.brand_id, v_kind.kind);
    end if;
  end loop;
  return console.notification_settings(set_notifications.brand_id);
end
$$;
comment on function console.set_notifications(text, boolean, boolean, boolean, boolean, boolean, boolean, boolean) is
  'Turns mails about a brand on or off for the signed-in person. Null keeps a kind as it is. Mails that are turned on end the links of old mails that turn '
  'them off. Raises BADRQ for mails that the role does not allow.';
grant execute on function console.set_notifications(text, boolean, boolean, boolean, boolean, boolean, boolean, boolean) to vitrine_person;
call core.register_operation('console.set_notifications', 'console', access => 'write', role => 'viewer');
