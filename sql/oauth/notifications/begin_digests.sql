create function oauth.due_digests()
returns table (brand_id text, person_id uuid, week date)
language sql stable
as $$
  select chosen.brand_id, chosen.person_id, last_week.monday
  from core.notification_choices as chosen
  join core.brands on brands.brand_id = chosen.brand_id and brands.status <> 'archived'
  cross join lateral (
    select pg_catalog.date_trunc('week', platform.clock() at time zone brands.timezone)::date - 7 as monday
  ) as last_week
  cross join lateral (select (last_week.monday + 7 + time '08:00') at time zone brands.timezone as due_at) as morning
  left join oauth.notification_mails as held
    on held.brand_id = chosen.brand_id and held.person_id = chosen.person_id and held.kind = 'digest'
  where chosen.kind = 'digest' and chosen.is_on and morning.due_at <= platform.clock()
    -- Who turns it on after Monday morning gets the next one.
    and chosen.chosen_at < morning.due_at
    and coalesce(held.digest_week < last_week.monday, true);
$$;
comment on function oauth.due_digests() is
  'Returns the members for whom the digest of the last complete week must begin: from Monday 08:00 in the time zone of the brand on, or later if no worker ran.';

create function oauth.begin_digests()
returns void
language sql volatile
as $$
  with begun as (
    insert into oauth.notification_mails as held (brand_id, person_id, kind, digest_week)
    select due.brand_id, due.person_id, 'digest', due.week from oauth.due_digests() as due order by due.brand_id, due.person_id
    on conflict on constraint notification_mails_pkey do update set digest_week = excluded.digest_week
    -- Another worker may have begun it meanwhile.
    where coalesce(held.digest_week < excluded.digest_week, true)
    returning held.brand_id, held.person_id, held.digest_week
  )
  insert into oauth.notifications (brand_id, person_id, kind, subject_id)
  select begun.brand_id, begun.person_id, 'digest', begun.digest_week::text from begun;
$$;
comment on function oauth.begin_digests() is
  'Begins the due digests: once for each member and week, also if several workers run or one is stopped, because the week is recorded in the same transaction.';
