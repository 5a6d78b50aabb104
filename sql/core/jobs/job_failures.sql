create table core.job_failures (
  brand_id text not null,
  queue text not null,
  subject text not null,
  day date,
  error_class text not null,
  attempts integer not null default 1,
  first_failed_at timestamptz not null default platform.now(),
  last_failed_at timestamptz not null default platform.now(),
  constraint job_failures_pkey primary key (brand_id, queue, subject),
  constraint job_failures_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint job_failures_queue_fkey foreign key (queue) references core.schedules on delete cascade,
  constraint job_failures_attempts_check check (attempts > 0)
);
comment on table core.job_failures is
  'Parts of a brand''s daily jobs that failed: a day, a campaign or a metric. The other parts of the job are done. A part that succeeds later is removed.';
comment on column core.job_failures.subject is 'The part that failed, in words: "day 2026-11-19", or the name of a metric.';
comment on column core.job_failures.day is 'The day of the part. Null if it has no single day.';
comment on column core.job_failures.error_class is 'The SQLSTATE, or the name of the error. The worker''s log has the text.';
comment on column core.job_failures.attempts is 'The number of consecutive failed runs.';

create function core.record_failure(brand_id text, queue text, subject text, error_class text, day date default null)
returns void
language sql volatile
as $$
  insert into core.job_failures as held (brand_id, queue, subject, day, error_class)
  values (record_failure.brand_id, record_failure.queue, record_failure.subject, record_failure.day, record_failure.error_class)
  on conflict on constraint job_failures_pkey do update
  set error_class = excluded.error_class, attempts = held.attempts + 1, last_failed_at = excluded.last_failed_at;
$$;
comment on function core.record_failure(text, text, text, text, date) is 'Records that a part of a brand''s job failed, or that it failed again.';

create function core.clear_failures(brand_id text, queue text, subject text default null, days_only boolean default false)
returns void
language sql volatile
as $$
  delete from core.job_failures as held
  where held.brand_id = clear_failures.brand_id
    and held.queue = clear_failures.queue
    and (clear_failures.subject is null or held.subject = clear_failures.subject)
    and (not clear_failures.days_only or held.day is not null);
$$;
comment on function core.clear_failures(text, text, text, boolean) is
  'Removes the recorded failures of a part of a brand''s job, of all its days, or of the whole job, after it succeeded.';

create function core.clear_gone_failures(brand_id text, queue text, subjects text[])
returns void
language sql volatile
as $$
  delete from core.job_failures as held
  where held.brand_id = clear_gone_failures.brand_id and held.queue = clear_gone_failures.queue and not held.subject = any (clear_gone_failures.subjects);
$$;
comment on function core.clear_gone_failures(text, text, text[]) is
  'Removes the recorded failures of parts that a job no longer has: of all subjects but these.';

create function core.failure_warning(brand_id text, queue text)
returns jsonb
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return (
    select platform.warning(
      'parts_of_job_failed',
      pg_catalog.jsonb_build_object(
        'queue', failure_warning.queue,
        'subjects', pg_catalog.jsonb_agg(named.subject order by named.number) filter (where named.number <= 3),
        'more_subjects', greatest(count(*) - 3, 0),
        'errors', pg_catalog.jsonb_agg(distinct named.error_class)
      )
    )
    from (
      select held.subject, held.error_class, pg_catalog.row_number() over (order by held.subject) as number
      from core.job_failures as held
      where held.brand_id = failure_warning.brand_id and held.queue = failure_warning.queue
    ) as named
    having count(*) > 0
  );
end
$$;
comment on function core.failure_warning(text, text) is 'A warning about the parts of a brand''s job that failed; null if none failed.';
grant execute on function core.failure_warning(text, text) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function core.list_failures()
returns setof core.job_failures
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select held.* from core.job_failures as held order by held.last_failed_at desc, held.brand_id, held.queue, held.subject;
$$;
comment on function core.list_failures() is 'Returns the recorded failures of all brands, latest first, for the operator.';
revoke execute on function core.list_failures() from public;

grant execute on function
  core.record_failure(text, text, text, text, date),
  core.clear_failures(text, text, text, boolean),
  core.clear_gone_failures(text, text, text[])
to vitrine_worker;
