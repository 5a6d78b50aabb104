create function console.people(brand_id text)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'data', (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object(
          'id', held.person_id, 'email', console.person_name(held.person_id), 'name', console.display_name(held.person_id), 'role', held.role,
          'is_you', held.person_id = core.scope_person_id(), 'created_at', platform.utc(held.created_at)
        )
        order by core.role_rank(held.role) desc, held.created_at, held.person_id
      )
      from core.memberships as held
      where held.brand_id = people.brand_id
    ),
    'invitations', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'id', open.invitation_id, 'email', open.email, 'role', open.role, 'invited_by', console.person_name(open.invited_by),
            'created_at', platform.utc(open.created_at), 'expires_at', platform.utc(open.expires_at),
            'is_expired', open.expires_at <= platform.clock(), 'mailed_at', platform.utc(open.mailed_at),
            'is_mail_given_up', open.mailed_at is null and open.mail_requested_at + interval '1 day' <= platform.clock()
          )
          order by open.created_at desc, open.invitation_id
        )
        from core.invitations as open
        where open.brand_id = people.brand_id
      ), '[]'
    )
  );
$$;
comment on function console.people(text) is 'Returns the members of a brand, owners first, and for admins its invitations.';
grant execute on function console.people(text) to vitrine_person;
call core.register_operation('console.people', 'console');
