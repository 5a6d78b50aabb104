create function analytics.active_detectors(brand_id text)
returns setof analytics.detectors
language sql stable
as $$
  select detectors.*
  from analytics.detectors
  where detectors.is_default
    or exists (
      select from analytics.chosen_detectors as chosen
      where chosen.brand_id = active_detectors.brand_id and chosen.detector = detectors.detector
    );
$$;
comment on function analytics.active_detectors(text) is 'The detectors that run for a brand: the default ones, and those of analytics.chosen_detectors.';

create function analytics.choose_detectors(brand_id text, detectors text[])
returns text[]
language plpgsql volatile
as $$
begin
  perform platform.require_choice(
    'detectors', given.detector, array(select known.detector from analytics.detectors as known where not known.is_default order by known.position)
  )
  from pg_catalog.unnest(choose_detectors.detectors) as given (detector);
  delete from analytics.chosen_detectors as held where held.brand_id = choose_detectors.brand_id;
  insert into analytics.chosen_detectors (brand_id, detector)
  select distinct choose_detectors.brand_id, given.detector
  from pg_catalog.unnest(choose_detectors.detectors) as given (detector);
  return array(select active.detector from analytics.active_detectors(choose_detectors.brand_id) as active order by active.position);
end
$$;
comment on function analytics.choose_detectors(text, text[]) is
  'Sets the detectors that run for a brand in addition to the default ones, from the next detection on, and returns all that run. An empty list leaves '
  'the default ones. Raises BADRQ for a detector that is unknown or always runs.';
grant execute on function analytics.active_detectors(text) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function analytics.choose_detectors(text, text[]) to vitrine_worker;
