create function analytics.model_choices(brand_id text, own text, is_own_window boolean)
returns json
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'model', models.model,
        'label', models.label,
        'rule', models.rule,
        'is_own', models.model = model_choices.own,
        'is_available', models.model <> 'markov' or (model_choices.is_own_window and not analytics.lacks_lost_journeys(model_choices.brand_id))
      )
      order by models.position
    )
    from analytics.attribution_models as models
    where models.is_additive
  );
end
$$;
comment on function analytics.model_choices(text, text, boolean) is
  'The models whose credits add up to the orders. Markov is not available for brands without lost journeys, and for other windows than those of the brand.';
grant execute on function analytics.model_choices(text, text, boolean) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
