create procedure core.register_operation(
  operation regproc,
  scope text,
  brand text default 'one',
  access text default 'read',
  allow_anonymous boolean default false,
  is_part boolean default false,
  is_idempotent boolean default false,
  role text default null,
  may_lag boolean default false,
  recorder text default null,
  served_by text[] default null,
  is_public_in_connector boolean default false,
  acts_for_shop boolean default false
)
language sql
as $$
  insert into core.operations (
    operation, scope, brand, access, role, allow_anonymous, is_part, is_idempotent, may_lag, recorder, served_by, is_public_in_connector, acts_for_shop, call
  )
  select
    register_operation.operation::text,
    register_operation.scope,
    register_operation.brand,
    register_operation.access,
    coalesce(register_operation.role, case register_operation.access when 'read' then 'viewer' else 'admin' end),
    register_operation.allow_anonymous,
    register_operation.is_part,
    register_operation.is_idempotent,
    register_operation.may_lag,
    register_operation.recorder,
    coalesce(register_operation.served_by, array[pg_catalog.replace(pg_catalog.split_part(register_operation.operation::text, '.', 1), 'connector', 'mcp')]),
    register_operation.is_public_in_connector,
    register_operation.acts_for_shop,
    -- The recorder receives the response in the same statement and returns it.
    case when register_operation.recorder is null then own.call
      else pg_catalog.format('select %s($1 ->> ''brand_id'', %L, $1, (%s))', register_operation.recorder, register_operation.operation, own.call)
    end
  from (
    select case
      when pg_proc.pronargs = 0 then pg_catalog.format('select %s()', register_operation.operation)
      else pg_catalog.format(
        'select %s(%s) from pg_catalog.jsonb_to_record($1) as input (%s)',
        register_operation.operation,
        pg_catalog.string_agg(pg_catalog.format('%1$I => input.%1$I', parameter.name), ', ' order by parameter.position)
          filter (where parameter.name is not null),
        pg_catalog.string_agg(
          pg_catalog.format('%I %s', parameter.name, pg_catalog.format_type(parameter.type, null)), ', ' order by parameter.position
        ) filter (where parameter.name is not null)
      )
    end as call
    from pg_catalog.pg_proc
    left join lateral rows from (
      pg_catalog.unnest(pg_proc.proargnames), pg_catalog.unnest(pg_proc.proargtypes::oid[])
    ) with ordinality as parameter (name, type, position) on true
    where pg_proc.oid = register_operation.operation
    group by pg_proc.oid, pg_proc.pronargs
  ) as own;
$$;
comment on procedure core.register_operation(regproc, text, text, text, boolean, boolean, boolean, text, boolean, text, text[], boolean, boolean) is
  'Registers a function as an operation of the gate. Its parameters are read by name from the input object, so it can also be called from psql. A '
  'person needs the role viewer to read and admin to write, unless role names another one. recorder is a function (brand_id, operation, input, '
  'answer) that receives each response and returns it. served_by lists the functions that serve it: by default the one of its topic.';
