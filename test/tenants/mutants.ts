import type { TransactionSql } from 'postgres'
import { roles } from './check_table.ts'
import type { Grants } from './check_table.ts'

export interface Policy {
  table: string
  name: string
  command: string
  roles: string[]
  using: string | null
  check: string | null
}

export interface Mutant {
  /** `reads` and `writes` replace a condition by true; `every role` grants a policy with the condition true to every role. */
  kind: 'reads' | 'writes' | 'every role' | 'open to all as it is' | 'beyond every grant'
  statement: string | null
  /** The roles whose access changes. */
  roles: string[]
}

export async function policiesOf(sql: TransactionSql): Promise<Policy[]> {
  return await sql<Policy[]>`
    select format('%I.%I', schemaname, tablename) as table, policyname as name, cmd as command, roles::text[] as roles, qual as using, with_check as check
    from pg_policies order by 1, 2`
}

const beyond: Mutant = { kind: 'beyond every grant', statement: null, roles: [] }

/**
 * Returns the policy with each condition removed, one at a time. A change that no grant lets a role use is left out,
 * because the privileges of the table reject it.
 */
export function mutantsOf(policy: Policy, grants: Grants[], isForEveryRole: boolean): Mutant[] {
  const { table, name, command, using, check } = policy
  const own = policy.roles.includes('public') ? roles : policy.roles
  const alter = `alter policy ${name} on ${table}`
  const readers = grants.filter(
    ({ sees, deletes, inserts, updates }) => sees || deletes || inserts.length + updates.length > 0,
  )
  const effective = check ?? using
  // An update of columns that the condition does not name cannot violate it.
  const writers = grants.filter(
    ({ inserts, updates }) =>
      (command !== 'UPDATE' && inserts.length > 0) ||
      (command !== 'INSERT' && updates.some((column) => effective?.includes(column))),
  )
  const noticed = (kind: Mutant['kind'], change: string, by: string[]): Mutant =>
    by.length > 0 ? { kind, statement: `${alter} ${change}`, roles: by } : beyond
  const ownOf = (able: Grants[]) => able.map(({ role }) => role).filter((role) => own.includes(role))
  const mutants: Mutant[] = []
  if (using !== null && using !== 'true') {
    const kept = check === null && ['ALL', 'UPDATE'].includes(command) ? ` with check (${using})` : ''
    mutants.push(noticed('reads', `using (true)${kept}`, ownOf(readers)))
  }
  if (effective !== 'true' && ['ALL', 'INSERT', 'UPDATE'].includes(command)) {
    mutants.push(noticed('writes', 'with check (true)', ownOf(writers)))
  }
  if (mutants.length > 0) return mutants
  if (policy.roles.includes('public')) return [{ kind: 'open to all as it is', statement: null, roles: [] }]
  // If every role can read the rows, only a write can show the change.
  const others = (
    isForEveryRole ? grants.filter(({ inserts, updates }) => inserts.length + updates.length > 0) : readers
  )
    .map(({ role }) => role)
    .filter((role) => !own.includes(role))
  return [noticed('every role', 'to public', others)]
}
