create function console.notification_settings(brand_id text)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'data', pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'kind', kinds.kind,
        'role', kinds.role,
        'is_allowed', core.scope_role_is(kinds.role),
        'is_on', states.gets,
        'is_chosen', chosen.kind is not null,
        'sent_at', platform.utc(states.sent_at),
        'failed_at', platform.utc(states.failed_at),
        'refusal', states.refusal
      )
      order by kinds.position
    ),
    'version', min(brands.version),
    'timezone', min(brands.timezone),
    'quiet_hours', (
      select case when held.quiet_from is not null then pg_catalog.json_build_object(
        'starts_at', pg_catalog.to_char(held.quiet_from, 'HH24:MI'), 'ends_at', pg_catalog.to_char(held.quiet_to, 'HH24:MI'), 'days', held.quiet_days,
        'quiet_until', platform.utc(core.quiet_until(held, platform.clock()))
      ) end
      from core.brands as held
      where held.brand_id = notification_settings.brand_id
    ),
    'slack', console.slack_state(notification_settings.brand_id)
  )
  from core.notification_kinds() with ordinality as kinds (kind, role, is_default, waits_for_quiet_hours, position)
  join core.brands on brands.brand_id = notification_settings.brand_id
  join console.notification_states(notification_settings.brand_id) as states on states.kind = kinds.kind
  left join core.notification_choices as chosen
    on chosen.brand_id = notification_settings.brand_id and chosen.person_id = core.scope_person_id() and chosen.kind = kinds.kind;
$$;
comment on function console.notification_settings(text) is
  'Returns which mails about a brand the signed-in person gets, the role that each requires, how the last one ended, the quiet '
  'hours and the Slack channel of the brand.';
grant execute on function console.notification_settings(text) to vitrine_person;
call core.register_operation('console.notification_settings', 'console');
