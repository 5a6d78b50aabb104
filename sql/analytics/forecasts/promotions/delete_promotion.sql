create function analytics.delete_promotion(brand_id text, promotion_id text)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id text;
begin
  perform analytics.require_live_promotion();
  v_brand_id := core.data_brand_id(delete_promotion.brand_id);
  delete from analytics.promotions as held
  where held.brand_id = v_brand_id and held.promotion_id = delete_promotion.promotion_id;
  if not found then
    perform platform.fail(
      'NTFND', 'names_no_promotion_of_this_brand', 'promotion_id', pg_catalog.json_build_object('promotion_id', delete_promotion.promotion_id)
    );
  end if;
  return pg_catalog.json_build_object('brand_id', delete_promotion.brand_id, 'promotion_id', delete_promotion.promotion_id, 'deleted', true);
end
$$;
comment on function analytics.delete_promotion(text, text) is
  'DELETE /v1/promotions/{promotion_id}: removes a promotion. The next nightly forecast does not use it. Raises NTFND for an unknown id.';
grant execute on function analytics.delete_promotion(text, text) to vitrine_key, vitrine_simulated;
call core.register_operation('analytics.delete_promotion', 'write:promotions', access => 'write');
