create function console.keys(brand_id text)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'id', held.key_id, 'name', held.name, 'display', held.display, 'brand_id', held.brand_id, 'kind', kinds.kind, 'is_live', kinds.is_live,
            'scopes', held.scopes,
            'state', case
              when held.revoked_at is not null then 'revoked'
              when held.expires_at <= platform.clock() then 'expired'
              else 'active'
            end,
            'created_at', platform.utc(held.created_at), 'expires_at', platform.utc(held.expires_at),
            'revoked_at', platform.utc(held.revoked_at), 'last_used_at', platform.utc(held.last_used_at),
            'platform_origin', held.platform_origin
          )
          order by
            held.revoked_at is not null or coalesce(held.expires_at <= platform.clock(), false), held.created_at desc, held.key_id
        )
        from core.api_keys as held
        join core.key_kinds as kinds on kinds.prefix = held.prefix
      ), '[]'
    ),
    'kinds', (
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('prefix', kinds.prefix, 'kind', kinds.kind, 'is_live', kinds.is_live, 'scopes', kinds.scopes)
        order by kinds.is_live desc, kinds.kind
      )
      from core.key_kinds as kinds
    )
  );
$$;
comment on function console.keys(text) is
  'Returns the keys of a brand, active ones first, and the kinds of keys. Members of all brands of the account also get the keys of the account.';
grant execute on function console.keys(text) to vitrine_person;
call core.register_operation('console.keys', 'console');
