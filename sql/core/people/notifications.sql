create function core.notification_kinds()
returns table (kind text, role text, is_default boolean, waits_for_quiet_hours boolean)
language sql immutable
as $$
  values
    ('alerts', 'viewer', false, true), ('sources', 'admin', true, true), ('proposals', 'admin', true, false),
    ('shop', 'admin', true, false), ('experiments', 'analyst', true, false), ('imports', 'admin', false, false), ('digest', 'viewer', false, true);
$$;
comment on function core.notification_kinds() is
  'Returns the kinds of notifications by mail: the lowest role that gets them, whether such a member gets them without a choice, '
  'and whether they wait until the quiet hours of the brand have ended. Proposals, offers and orders, and imports follow what someone does, '
  'and a reminder of a switch of an experiment is too late after that day.';
grant execute on function core.notification_kinds() to vitrine_person, vitrine_oauth;
grant execute on function core.role_rank(text) to vitrine_oauth;

create table core.notification_choices (
  brand_id text not null,
  person_id uuid not null default core.scope_person_id(),
  kind text not null,
  is_on boolean not null,
  chosen_at timestamptz not null default platform.clock(),
  constraint notification_choices_pkey primary key (brand_id, person_id, kind),
  constraint notification_choices_membership_fkey foreign key (brand_id, person_id) references core.memberships on delete cascade,
  constraint notification_choices_kind_check check (kind in ('alerts', 'sources', 'proposals', 'shop', 'experiments', 'imports', 'digest'))
);
create index notification_choices_digest_idx on core.notification_choices (brand_id, person_id) where kind = 'digest' and is_on;
comment on table core.notification_choices is
  'Which mails a member of a brand gets. Without a row the default of core.notification_kinds applies. Ends with the membership.';

alter table core.notification_choices enable row level security;
alter table core.notification_choices force row level security;
create policy oauth on core.notification_choices to vitrine_oauth using (true);
-- Everyone sees and changes only their own choices.
create policy person on core.notification_choices for select to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and person_id = (select core.scope_person_id()));
create policy person_chooses on core.notification_choices for insert to vitrine_person
with check (brand_id = any ((select core.scope_brand_ids())::text[]) and person_id = (select core.scope_person_id()));
create policy person_chooses_again on core.notification_choices for update to vitrine_person
using (brand_id = any ((select core.scope_brand_ids())::text[]) and person_id = (select core.scope_person_id()));
grant select, insert (brand_id, person_id, kind, is_on), update (is_on, chosen_at) on core.notification_choices to vitrine_person;
grant select, insert, update on core.notification_choices to vitrine_oauth;
