import type { Sql } from 'postgres'
import { parseEnv } from '../../shared/env.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** The defaults of vitrine_functions in `sql/platform/roles.sql`. Its login can reset them. */
const defaults = { statement_timeout: '8s', lock_timeout: '2s', idle_in_transaction_session_timeout: '10s' }

/** Checks that both logins may log in, and that the limits of vitrine_functions are as migrations left them. */
export async function examineLogins(sql: Sql): Promise<Finding> {
  const [row] = await sql`
    select
      array(select rolname from pg_roles where rolname in ('vitrine_functions', 'vitrine_worker') and not rolcanlogin order by 1) as locked,
      array(
        select setting from unnest(${Object.keys(defaults)}::text[]) as setting
        where not exists (
          select from pg_roles, unnest(rolconfig) as entry
          where rolname = 'vitrine_functions' and entry like setting || '=%' and entry not in (setting || '=0', setting || '=')
        )
      ) as reset,
      (select rolconnlimit from pg_roles where rolname = 'vitrine_functions') = -1 as is_unlimited,
      pg_has_role('vitrine_worker', 'vitrine_functions', 'usage') as may_end,
      (select rolsuper from pg_roles where rolname = current_user)
        and has_function_privilege('vitrine_functions', 'pg_advisory_lock(bigint)', 'execute') as is_soft`
  const { locked, reset, is_unlimited, may_end, is_soft } = row as unknown as {
    locked: string[]
    reset: (keyof typeof defaults)[]
    is_unlimited: boolean
    may_end: boolean
    is_soft: boolean
  }
  const faults: [boolean, string, string][] = [
    [
      locked.length > 0,
      `${locked.join(', ')} cannot log in`,
      locked.map((name) => `alter role ${name} login;`).join(' '),
    ],
    [
      reset.length > 0,
      `vitrine_functions has no default ${reset.join(', ')}`,
      reset.map((name) => `alter role vitrine_functions set ${name} = '${defaults[name]}';`).join(' '),
    ],
    [is_unlimited, 'vitrine_functions has no connection limit', 'alter role vitrine_functions connection limit 75;'],
    [!may_end, 'vitrine_worker cannot end sessions of vitrine_functions', 'grant vitrine_functions to vitrine_worker;'],
    [is_soft && parseEnv().HARDEN_SERVER, 'vitrine_functions can take advisory locks', 'npm run vitrine -- migrate'],
  ]
  const found = faults.filter(([isFault]) => isFault)
  if (found.length === 0) return fine('logins', 'Have their limits.')
  return wrong('logins', found.map(([, fault, fix]) => `${fault}. Run ${fix}`).join(' '))
}
