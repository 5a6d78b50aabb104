create function analytics.lacks_lost_journeys(brand_id text)
returns boolean
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select
      not brands.is_simulated
      and exists (select from analytics.attribution_transitions as held where held.brand_id = brands.brand_id)
      and not exists (select from analytics.imports where imports.brand_id = brands.brand_id and imports.kind = 'journeys')
    from core.brands
    where brands.brand_id = core.data_brand_id(lacks_lost_journeys.brand_id)
  );
end
$$;
comment on function analytics.lacks_lost_journeys(text) is
  'Returns whether all journeys of a brand are from connected shops or GA4, which report only the visits of customers who ordered. Only files of journeys '
  'also have journeys without an order. Visits before the attribution window are no lost journeys.';

create function analytics.require_lost_journeys(brand_id text)
returns void
language plpgsql stable
as $$
begin
  if analytics.lacks_lost_journeys(require_lost_journeys.brand_id) then
    perform platform.fail('NTRDY', 'lost_journeys_are_not_reported');
  end if;
end
$$;
comment on function analytics.require_lost_journeys(text) is
  'Raises NTRDY for the model markov of a brand without lost journeys: every path ends in an order, so that removal effects mean nothing.';

create function analytics.markov_warnings(brand_id text, model text)
returns jsonb[]
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  if markov_warnings.model = 'markov'
    and exists (select from analytics.attribution_transitions as held where held.brand_id = markov_warnings.brand_id)
    and not exists (
      select from analytics.attribution_transitions as held where held.brand_id = markov_warnings.brand_id and held.to_channel = '(none)'
    )
  then
    return array[platform.warning('no_journey_is_lost')];
  end if;
  return '{}'::jsonb[];
end
$$;
comment on function analytics.markov_warnings(text, text) is
  'A warning for the model markov if the imported files have journeys, and all of them ended in an order.';
grant execute on function
  analytics.lacks_lost_journeys(text),
  analytics.require_lost_journeys(text),
  analytics.markov_warnings(text, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
