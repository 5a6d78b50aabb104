create function oauth.due_digests()
returns table (brand_id text, person_id uuid, receiver_id text, week date)
language sql stable
as $$
  select chosen.brand_id, chosen.person_id, chosen.receiver_id, last_week.monday
  from (
    select choices.brand_id, choices.person_id, null as receiver_id, choices.chosen_at
    from core.notification_choices as choices
    where choices.kind = 'digest' and choices.is_on
    union all
    select receivers.brand_id, null, receivers.receiver_id, receivers.connected_at
    from core.slack_receivers as receivers
    where receivers.disabled_at is null
  ) as chosen
  join core.brands on brands.brand_id = chosen.brand_id and brands.status <> 'archived'
  cross join lateral (
    select pg_catalog.date_trunc('week', platform.clock() at time zone brands.timezone)::date - 7 as monday
  ) as last_week
  cross join lateral (select (last_week.monday + 7 + time '08:00') at time zone brands.timezone as due_at) as morning
  left join oauth.notification_mails as held
    on held.brand_id = chosen.brand_id and held.recipient = coalesce(chosen.person_id::text, chosen.receiver_id) and held.kind = 'digest'
  where morning.due_at <= platform.clock()
    -- Who turns it on after Monday morning gets the next one.
    and chosen.chosen_at < morning.due_at
    and coalesce(held.digest_week < last_week.monday, true);
$$;
comment on function oauth.due_digests() is
  'Returns the members and Slack channels for which the digest of the last complete week must begin: from Monday 08:00 in the time zone of the brand on, or '
  'later if no worker ran.';

create function oauth.begin_digests(to_slack boolean)
returns void
language sql volatile
as $$
  with begun as (
    insert into oauth.notification_mails as held (brand_id, person_id, receiver_id, kind, digest_week)
    select due.brand_id, due.person_id, due.receiver_id, 'digest', due.week
    from oauth.due_digests() as due
    where (due.receiver_id is not null) = begin_digests.to_slack
    order by due.brand_id, due.person_id, due.receiver_id
    on conflict on constraint notification_mails_pkey do update set digest_week = excluded.digest_week
    -- Another worker may have begun it meanwhile.
    where coalesce(held.digest_week < excluded.digest_week, true)
    returning held.brand_id, held.person_id, held.receiver_id, held.digest_week
  )
  insert into oauth.notifications (brand_id, person_id, receiver_id, kind, subject_id)
  select begun.brand_id, begun.person_id, begun.receiver_id, 'digest', begun.digest_week::text from begun;
$$;
comment on function oauth.begin_digests(boolean) is
  'Begins the due digests of members, or of Slack channels: once for each recipient and week, also if several workers run or one is stopped, because the week is recorded in the same transaction.';
