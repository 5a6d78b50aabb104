create function storefront.open_signal_import()
returns void
language sql volatile
as $$
  create temporary table signals (
    line bigint not null, reason jsonb, signal_id text, component text, platform text, value numeric, occurred_at timestamptz
  ) on commit drop;
$$;
comment on function storefront.open_signal_import() is 'Creates the temporary table for the rows of a trust signal import.';

create function storefront.commit_signal_import(brand_id text, dialect text, file_name text, rows_read bigint)
returns json
language plpgsql volatile
as $$
declare
  v_accepted bigint;
begin
  create temporary table rejections on commit drop as
  select signals.line, signals.reason from pg_temp.signals where signals.reason is not null
  union all
  select signals.line, platform.warning('instant_is_in_the_future', '{"field": "occurred_at"}')
  from pg_temp.signals
  where signals.reason is null and signals.occurred_at > platform.now() + interval '1 day';
  delete from pg_temp.signals where signals.occurred_at > platform.now() + interval '1 day';
  insert into storefront.trust_signals as held (brand_id, signal_id, component, platform, value, occurred_at, source)
  select distinct on (signals.signal_id)
    commit_signal_import.brand_id, signals.signal_id, signals.component, signals.platform, signals.value, signals.occurred_at, 'import'
  from pg_temp.signals
  where signals.reason is null
  order by signals.signal_id, signals.line desc
  on conflict on constraint trust_signals_pkey do update
  set component = excluded.component, platform = excluded.platform, value = excluded.value, occurred_at = excluded.occurred_at;
  get diagnostics v_accepted = row_count;
  if v_accepted > 0 then
    perform storefront.score_trust(commit_signal_import.brand_id);
  end if;
  return analytics.record_import(
    commit_signal_import.brand_id, 'signals', commit_signal_import.dialect, commit_signal_import.file_name, commit_signal_import.rows_read,
    v_accepted, null, null
  );
end
$$;
comment on function storefront.commit_signal_import(text, text, text, bigint) is
  'Imports the temporary table signals and recalculates the trust score of the shop. A signal with the same id replaces the earlier one.';

grant execute on function storefront.open_signal_import(), storefront.commit_signal_import(text, text, text, bigint) to vitrine_worker;
