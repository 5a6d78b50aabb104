create function commerce.agents(brand_id text, page integer default 1, "limit" integer default 20)
returns json
language sql stable
as $$
  with known as materialized (
    -- Only the shop and its members see all agents. RLS shows an agent its own orders, and the events of a shop are not its own.
    select held.*
    from commerce.verified_agents as held
    where held.brand_id = core.data_brand_id(agents.brand_id) and core.is_of_shop(agents.brand_id)
  )
  select pg_catalog.json_build_object(
    'agents', coalesce(
      (
        select pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'agent', shown.agent, 'score', shown.score, 'requests', shown.requests, 'negotiations', shown.negotiations, 'orders', shown.orders,
            'completed', shown.completed, 'expired', shown.expired, 'canceled', shown.canceled, 'disputes', shown.disputes, 'feedback', shown.feedback,
            'last_seen_at', platform.utc(shown.last_seen_at)
          )
          order by shown.last_seen_at desc, shown.agent
        )
        from (
          select known.* from known order by known.last_seen_at desc, known.agent
          limit agents."limit" offset (agents.page - 1)::bigint * agents."limit"
        ) as shown
      ), '[]'
    ),
    'pagination', commerce.pagination((select count(*) from known), agents.page, agents."limit")
  );
$$;
comment on function commerce.agents(text, integer, integer) is
  'GET /agents: the agents with verified signatures that the shop has seen, latest first, with their orders and the trust that follows from them.';
grant execute on function commerce.agents(text, integer, integer) to vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('commerce.agents', 'write:storefront', brand => 'shown', served_by => '{commerce,console}');
