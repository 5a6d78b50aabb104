create table storefront.lookups (
  operation text not null,
  words text[] not null,
  total text[] not null,
  constraint lookups_pkey primary key (operation),
  constraint lookups_operation_fkey foreign key (operation) references core.operations on delete cascade
);
comment on table storefront.lookups is
  'Operations that emit query.received and query.responded, with the paths of the query in the input and of the result count in the response.';
comment on column storefront.lookups.words is 'Path of the query text or the ids in the input.';
comment on column storefront.lookups.total is 'Path of the number of results, or of the results, in the response.';
insert into storefront.lookups (operation, words, total) values
  ('storefront.search', '{q}', '{meta,total}'),
  ('storefront.recommend', '{product_id}', '{meta,total}'),
  ('storefront.query', '{query,text}', '{meta,total_results}'),
  ('storefront.ucp_search', '{query}', '{pagination,total_count}'),
  ('storefront.ucp_lookup', '{ids}', '{products}'),
  ('storefront.ucp_product', '{id}', '{product}');

call core.protect_reference('storefront.lookups');
grant select on storefront.lookups to vitrine_gate, vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function storefront.record_lookup(brand_id text, lookup text, given jsonb, answer json)
returns json
language plpgsql volatile
as $$
declare
  v_lookup storefront.lookups;
  v_query_id constant text := platform.new_id('qry');
  v_words jsonb;
  v_total jsonb;
begin
  -- Lookups with a test key are not recorded, nor those of a person in the console, who is no agent. A replica cannot write, so its caller records the lookup on the primary.
  if core.data_brand_id(record_lookup.brand_id) is distinct from record_lookup.brand_id or pg_catalog.pg_is_in_recovery()
    or (core.scope_person_id() is not null and core.scope_credential_id() is null) then
    return record_lookup.answer;
  end if;
  select lookups.* into strict v_lookup from storefront.lookups where lookups.operation = record_lookup.lookup;
  v_words := record_lookup.given #> v_lookup.words;
  v_total := (record_lookup.answer #> v_lookup.total)::jsonb;
  perform events.emit_lookup(
    record_lookup.brand_id,
    pg_catalog.jsonb_build_object(
      'queryId', v_query_id,
      'query', pg_catalog.left(coalesce(
        case pg_catalog.jsonb_typeof(v_words)
          when 'array' then (select pg_catalog.string_agg(word.text, ' ') from pg_catalog.jsonb_array_elements_text(v_words) as word (text))
          else v_words #>> '{}'
        end, ''
      ), 500),
      'platform', coalesce(nullif(record_lookup.given #>> '{agent,platform}', ''), 'unknown'),
      'operation', pg_catalog.split_part(record_lookup.lookup, '.', 2)
    ) || pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object('agent', core.scope_agent())),
    pg_catalog.jsonb_build_object(
      'queryId', v_query_id,
      'intent', record_lookup.answer #>> '{query_interpretation,parsed_intent}',
      'total_results', case pg_catalog.jsonb_typeof(v_total)
        when 'number' then v_total
        when 'array' then pg_catalog.to_jsonb(pg_catalog.jsonb_array_length(v_total))
        when 'object' then '1'::jsonb
        else '0'::jsonb
      end,
      'operation', pg_catalog.split_part(record_lookup.lookup, '.', 2)
    )
  );
  return record_lookup.answer;
end
$$;
comment on function storefront.record_lookup(text, text, jsonb, json) is
  'Emits query.received and query.responded for a lookup, and returns its response. Emits nothing for a test key, for a person in the console, or on a replica.';
grant execute on function storefront.record_lookup(text, text, jsonb, json)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person;
call core.register_operation('storefront.record_lookup', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true, is_part => true, served_by => '{storefront,mcp}', is_public_in_connector => true);

create view storefront.agent_queries
with (security_invoker = true)
as
select
  received.brand_id,
  (received.occurred_at at time zone brands.timezone)::date as date,
  received.occurred_at as asked_at,
  received.data ->> 'operation' as operation,
  received.data ->> 'platform' as platform,
  received.data ->> 'agent' as agent,
  storefront.lowered(pg_catalog.btrim(received.data ->> 'query')) as words,
  (responded.data ->> 'total_results')::integer as results,
  1 / (received.data ->> 'sampling_rate')::numeric as weight
from events.outbox as received
join core.brands on brands.brand_id = received.brand_id
left join events.outbox as responded
  on responded.brand_id = received.brand_id and responded.type = 'query.responded' and responded.data ->> 'queryId' = received.data ->> 'queryId'
where received.type = 'query.received';
comment on view storefront.agent_queries is
  'Searches, lookups and recommendation requests of agents in the last 7 days, one row each. Example for requests without results: select date, '
  'platform, words, sum(weight) from storefront.agent_queries where results = 0 group by date, platform, words order by 4 desc.';
comment on column storefront.agent_queries.brand_id is 'The brand of the shop.';
comment on column storefront.agent_queries.date is 'The day, in the brand''s time zone.';
comment on column storefront.agent_queries.asked_at is 'Time of the response.';
comment on column storefront.agent_queries.operation is 'search, query, recommend, ucp_search, ucp_lookup or ucp_product.';
comment on column storefront.agent_queries.platform is 'The assistant platform that the agent named, or unknown.';
comment on column storefront.agent_queries.agent is
  'The agent that signed the request, verified. Null for requests without a valid signature.';
comment on column storefront.agent_queries.words is
  'The request in lower case: words of a search, or ids of a lookup. Empty for filters alone. At most 500 characters.';
comment on column storefront.agent_queries.results is 'Number of results. 0 if nothing was found.';
comment on column storefront.agent_queries.weight is
  'Number of lookups that this row represents: 1 / sampling_rate. Sum it instead of counting rows.';
grant select on storefront.agent_queries to vitrine_analyst;
