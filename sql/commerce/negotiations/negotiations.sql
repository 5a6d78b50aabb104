create function commerce.list_negotiations(brand_id text, status text default null, page integer default 1, "limit" integer default 20)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(list_negotiations.brand_id);
begin
  return (
    with matching as (
      select held.negotiation_id, held.created_at
      from commerce.negotiations as held
      where held.brand_id = v_brand_id and (list_negotiations.status is null or held.status = list_negotiations.status)
    )
    select pg_catalog.json_build_object(
      'negotiations', coalesce(
        pg_catalog.json_agg(commerce.show_negotiation(list_negotiations.brand_id, shown.negotiation_id) order by shown.created_at desc, shown.negotiation_id), '[]'
      ),
      'pagination', commerce.pagination((select count(*) from matching), list_negotiations.page, list_negotiations."limit")
    )
    from (
      select matching.* from matching order by matching.created_at desc, matching.negotiation_id
      limit list_negotiations."limit" offset (list_negotiations.page - 1)::bigint * list_negotiations."limit"
    ) as shown
  );
end
$$;
comment on function commerce.list_negotiations(text, text, integer, integer) is
  'The negotiations that the caller may see, newest first: those of an agent, or all of a shop. Expires none.';
grant execute on function commerce.list_negotiations(text, text, integer, integer) to vitrine_key, vitrine_simulated;

create function commerce.negotiations(brand_id text, status text default null, page integer default 1, "limit" integer default 20)
returns json
language plpgsql volatile
as $$
begin
  perform commerce.settle_agent(core.data_brand_id(negotiations.brand_id), core.scope_credential_id());
  return commerce.list_negotiations(negotiations.brand_id, negotiations.status, negotiations.page, negotiations."limit");
end
$$;
comment on function commerce.negotiations(text, text, integer, integer) is
  'GET /negotiations: the negotiations of the calling agent, or all of the shop for its own keys. Newest first.';
grant execute on function commerce.negotiations(text, text, integer, integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.negotiations', 'write:negotiation', brand => 'shown', access => 'write');
