create function analytics.lift_conclusion(result jsonb, metric text)
returns text
language sql immutable
return case
  when (lift_conclusion.result ->> 'pairs')::integer < 6 then 'too_few_pairs'
  when (lift_conclusion.result #>> '{spend,differs_as_planned}') is null then 'spend_unknown'
  when not (lift_conclusion.result #>> '{spend,differs_as_planned}')::boolean then 'not_executed'
  when (lift_conclusion.result #>> array[lift_conclusion.metric, 'lower'])::double precision > 0 then 'causes'
  when (lift_conclusion.result #>> array[lift_conclusion.metric, 'upper'])::double precision < 0 then 'no_effect'
  else 'not_conclusive'
end;
comment on function analytics.lift_conclusion(jsonb, text) is
  'What a read-out says about the outcome that decides. too_few_pairs: fewer than 6. spend_unknown: it is not known whether the ads were switched. not_executed: they were '
  'not. causes: the whole interval is above 0. no_effect: the whole interval is below 0. not_conclusive: 0 is in the interval, or there is none because the differences of all pairs are equal.';
grant execute on function analytics.lift_conclusion(jsonb, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
