create function commerce.record_signal(brand_id text, subject_id text, component text, value numeric, platform text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  insert into storefront.trust_signals as held (brand_id, signal_id, component, platform, value, occurred_at, source)
  select
    record_signal.brand_id, record_signal.subject_id || '/' || record_signal.component, record_signal.component,
    (select platforms.platform from storefront.platforms where platforms.platform = lower(record_signal.platform)), record_signal.value,
    platform.now(), 'commerce'
  where not record_signal.brand_id = any (core.simulated_brand_ids())
  on conflict on constraint trust_signals_pkey do update set value = excluded.value, occurred_at = excluded.occurred_at;
$$;
comment on function commerce.record_signal(text, text, text, numeric, text) is
  'Records a trust signal from an order or from feedback, once for each subject and component.';
revoke execute on function commerce.record_signal(text, text, text, numeric, text) from public;

create function commerce.forget_signals(brand_id text, subject_id text)
returns void
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  delete from storefront.trust_signals as held
  where held.brand_id = forget_signals.brand_id and held.signal_id like forget_signals.subject_id || '/%' and held.source = 'commerce';
$$;
comment on function commerce.forget_signals(text, text) is 'Deletes the trust signals of a subject that was withdrawn.';
revoke execute on function commerce.forget_signals(text, text) from public;

grant execute on function
  commerce.record_signal(text, text, text, numeric, text),
  commerce.forget_signals(text, text)
to vitrine_key, vitrine_simulated, vitrine_worker;
