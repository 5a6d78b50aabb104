create function console.upload(brand_id text, upload_id text)
returns jsonb
language plpgsql stable
as $$
declare
  v_upload analytics.uploads;
begin
  select held.* into v_upload from analytics.uploads as held where held.brand_id = upload.brand_id and held.upload_id = upload.upload_id;
  if not found then
    perform platform.fail('NTFND', 'there_is_no_such_upload', 'upload_id');
  end if;
  return console.shown_upload(v_upload) || pg_catalog.jsonb_build_object(
    'head', case when v_upload.state in ('received', 'failed') then (
      select pg_catalog.translate(pg_catalog.encode(pg_catalog.substr(chunks.bytes, 1, 131072), 'base64'), E'\n', '')
      from analytics.upload_chunks as chunks
      where chunks.brand_id = upload.brand_id and chunks.upload_id = upload.upload_id and chunks.position = 0
    ) end,
    'account_currencies', coalesce((
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('platform', accounts.platform, 'account_id', accounts.external_id, 'currency', accounts.currency)
        order by accounts.platform, accounts.external_id
      )
      from analytics.entities as accounts
      join core.brands on brands.brand_id = accounts.brand_id
      where accounts.brand_id = upload.brand_id and accounts.level = 'account' and accounts.currency <> brands.currency
        and v_upload.state in ('received', 'failed')
    ), '[]'),
    'rates', coalesce((
      select pg_catalog.jsonb_agg(
        pg_catalog.jsonb_build_object('from_currency', known.from_currency, 'date_from', known.first_on, 'date_to', known.last_on, 'days', known.days)
        order by known.from_currency
      )
      from (
        select
          rates.from_currency, min(rates.on_day) as first_on, max(rates.on_day) as last_on, count(*) as days
        from core.exchange_rates as rates
        join core.brands on brands.currency = rates.to_currency
        where brands.brand_id = upload.brand_id and v_upload.state in ('received', 'failed')
        group by rates.from_currency
      ) as known
    ), '[]')
  );
end
$$;
comment on function console.upload(text, text) is
  'Returns an uploaded file, with its first 128 KB in base64 until it is confirmed, from which the page recognizes its format, the accounts with another currency than the brand, '
  'and the days with exchange rates to the currency of the brand. Raises NTFND for an unknown upload.';
grant execute on function console.upload(text, text) to vitrine_person;
call core.register_operation('console.upload', 'console');
