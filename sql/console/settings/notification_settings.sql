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
    )
  )
  from core.notification_kinds() with ordinality as kinds (kind, role, is_default, position)
  join console.notification_states(notification_settings.brand_id) as states on states.kind = kinds.kind
  left join core.notification_choices as chosen
    on chosen.brand_id = notification_settings.brand_id and chosen.person_id = core.scope_person_id() and chosen.kind = kinds.kind;
$$;
comment on function console.notification_settings(text) is
  'Returns which mails about a brand the signed-in person gets, the role that each requires, and how the last one ended.';
grant execute on function console.notification_settings(text) to vitrine_person;
call core.register_operation('console.notification_settings', 'console');
