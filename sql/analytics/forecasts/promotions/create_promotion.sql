create function analytics.promotion_name(name text)
returns text
language sql immutable
return pg_catalog.regexp_replace(platform.plain(promotion_name.name), '^[\s\u00a0\u3000\ufeff]+|[\s\u00a0\u3000\ufeff]+$', '', 'g');
comment on function analytics.promotion_name(text) is
  'Returns the name of a promotion as it is stored: without hidden characters, and without spaces at both ends.';

create function analytics.create_promotion(brand_id text, name text, starts_on date, ends_on date)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id text;
  v_days_max constant integer := 92;
  v_name constant text := analytics.promotion_name(create_promotion.name);
  v_other analytics.promotions;
  v_promotion analytics.promotions;
begin
  perform analytics.require_live_promotion();
  v_brand_id := core.data_brand_id(create_promotion.brand_id);
  if v_name = '' then
    perform platform.fail('BADRQ', 'must_have_a_visible_character', 'name');
  elsif create_promotion.ends_on < create_promotion.starts_on then
    perform platform.fail('BADRQ', 'must_not_be_before_starts_on', 'ends_on');
  elsif create_promotion.ends_on >= create_promotion.starts_on + v_days_max then
    perform platform.fail(
      'BADRQ', 'must_be_within_days_of_starts_on', 'ends_on',
      pg_catalog.json_build_object('days_max', v_days_max, 'last_on', create_promotion.starts_on + v_days_max - 1)
    );
  end if;
  -- Concurrent requests wait for each other, so that a repeated request finds the promotion of the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.promotions/' || v_brand_id, 0));
  select held.* into v_other
  from analytics.promotions as held
  where held.brand_id = v_brand_id
    -- In the locale C, lower knows the letters of ASCII only.
    and pg_catalog.lower(held.name collate pg_catalog."und-x-icu") = pg_catalog.lower(v_name collate pg_catalog."und-x-icu")
    and held.starts_on <= create_promotion.ends_on and held.ends_on >= create_promotion.starts_on
  order by held.starts_on
  limit 1;
  if found then
    perform platform.fail(
      'NMOVE', 'must_not_overlap_the_same_promotion', 'starts_on',
      pg_catalog.json_build_object('promotion_id', v_other.promotion_id, 'first_on', v_other.starts_on, 'last_on', v_other.ends_on)
    );
  end if;
  insert into analytics.promotions as held (brand_id, name, starts_on, ends_on, created_by)
  values (v_brand_id, v_name, create_promotion.starts_on, create_promotion.ends_on, core.scope_credential_id())
  returning held.* into v_promotion;
  return pg_catalog.jsonb_build_object('brand_id', create_promotion.brand_id, 'promotion', analytics.shown_promotion(v_promotion));
end
$$;
comment on function analytics.create_promotion(text, text, date, date) is
  'POST /v1/promotions: adds a past or coming promotion of a brand. The next nightly forecast uses it. Raises BADRQ for a blank name, days in the wrong order or more than '
  '92 days, and NMOVE if a promotion of the same name has some of these days.';

create function analytics.require_live_promotion()
returns void
language plpgsql stable
as $$
begin
  if current_user = 'vitrine_simulated' then
    perform platform.fail('DNIED', 'test_keys_cannot_change_promotions');
  end if;
end
$$;
comment on function analytics.require_live_promotion() is 'Raises DNIED for a test key: the simulated brand is the same for all test keys.';
grant execute on function
  analytics.promotion_name(text),
  analytics.require_live_promotion(),
  analytics.create_promotion(text, text, date, date)
to vitrine_key, vitrine_simulated;
call core.register_operation('analytics.create_promotion', 'write:promotions', access => 'write');
