create function commerce.holds(brand_id text, status text default null, page integer default 1, "limit" integer default 20)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(holds.brand_id);
begin
  perform commerce.settle_agent(v_brand_id, core.scope_credential_id());
  return (
    with matching as (
      select held.hold_id, held.created_at
      from commerce.price_holds as held
      where held.brand_id = v_brand_id and (holds.status is null or held.status = holds.status)
    )
    select pg_catalog.json_build_object(
      'holds', coalesce(
        pg_catalog.json_agg(commerce.show_hold(holds.brand_id, shown.hold_id) order by shown.created_at desc, shown.hold_id), '[]'
      ),
      'pagination', commerce.pagination((select count(*) from matching), holds.page, holds."limit")
    )
    from (
      select matching.* from matching order by matching.created_at desc, matching.hold_id
      limit holds."limit" offset (holds.page - 1)::bigint * holds."limit"
    ) as shown
  );
end
$$;
comment on function commerce.holds(text, text, integer, integer) is
  'GET /holds: the price holds of the calling agent, or all of the shop for its own keys. Newest first.';
grant execute on function commerce.holds(text, text, integer, integer) to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.holds', 'write:negotiation', brand => 'shown', access => 'write');
