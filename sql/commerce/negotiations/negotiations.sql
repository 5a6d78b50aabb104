create function commerce.negotiations(brand_id text, status text default null, page integer default 1, "limit" integer default 20)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(negotiations.brand_id);
begin
  perform commerce.settle_agent(v_brand_id, core.scope_credential_id());
  return (
    with matching as (
      select held.negotiation_id, held.created_at
      from commerce.negotiations as held
      where held.brand_id = v_brand_id and (negotiations.status is null or held.status = negotiations.status)
    )
    select pg_catalog.json_build_object(
      'negotiations', coalesce(
        pg_catalog.json_agg(commerce.show_negotiation(negotiations.brand_id, shown.negotiation_id) order by shown.created_at desc, shown.negotiation_id), '[]'
      ),
      'pagination', commerce.pagination((select count(*) from matching), negotiations.page, negotiations."limit")
    )
    from (
      select matching.* from matching order by matching.created_at desc, matching.negotiation_id
      limit negotiations."limit" offset (negotiations.page - 1)::bigint * negotiations."limit"
    ) as shown
  );
end
$$;
comment on function commerce.negotiations(text, text, integer, integer) is
  'GET /negotiations: the negotiations of the calling agent, or all of the shop for its own keys. Newest first.';
grant execute on function commerce.negotiations(text, text, integer, integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.negotiations', 'write:negotiation', brand => 'shown', access => 'write');
