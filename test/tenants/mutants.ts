import type { TransactionSql } from 'postgres'
import { grantsOf, roles } from './check_table.ts'

export interface Policy {
  table: string
  name: string
  command: string
  roles: string[]
  using: string | null
  check: string | null
}

export interface Mutant {
  /** `reads` and `writes` let through everything; `everybody` gives what lets through everything to every role. */
  kind: 'reads' | 'writes' | 'everybody' | 'open to all as it is' | 'beyond every grant'
  statement: string | null
  /** Who would notice. */
  roles: string[]
}

export async function policiesOf(sql: TransactionSql): Promise<Policy[]> {
  return await sql<Policy[]>`
    select format('%I.%I', schemaname, tablename) as table, policyname as name, cmd as command, roles::text[] as roles, qual as using, with_check as check
    from pg_policies where schemaname <> 'jobs' order by 1, 2`
}

/** A policy with each of its conditions taken away, one at a time. */
export async function mutantsOf(sql: TransactionSql, policy: Policy): Promise<Mutant[]> {
  const { table, name, command, using, check } = policy
  const own = policy.roles.includes('public') ? roles : policy.roles
  const alter = `alter policy ${name} on ${table}`
  const mutants: Mutant[] = []
  const add = (kind: Mutant['kind'], change: string, noticedBy: string[]) =>
    mutants.push(
      noticedBy.length > 0
        ? { kind, statement: `${alter} ${change}`, roles: noticedBy }
        : { kind: 'beyond every grant', statement: null, roles: [] },
    )
  const may = async (what: 'read' | 'write') => {
    const able = await Promise.all(
      roles.map(async (role) => {
        const { sees, deletes, inserts, updates } = await grantsOf(sql, table, role)
        const writes = inserts.length + updates.length > 0
        return what === 'write' ? writes : sees || deletes || writes
      }),
    )
    return roles.filter((_, index) => able[index])
  }
  const readers = await may('read')
  const writers = await may('write')
  const effective = check ?? using
  if (using !== null && using !== 'true')
    add(
      'reads',
      `using (true)${check === null && command !== 'SELECT' && command !== 'DELETE' ? ` with check (${using})` : ''}`,
      own.filter((role) => readers.includes(role)),
    )
  if (effective !== 'true' && ['ALL', 'INSERT', 'UPDATE'].includes(command))
    add(
      'writes',
      'with check (true)',
      own.filter((role) => writers.includes(role)),
    )
  if (mutants.length > 0) return mutants
  if (policy.roles.includes('public')) return [{ kind: 'open to all as it is', statement: null, roles: [] }]
  add(
    'everybody',
    'to public',
    (command === 'SELECT' || command === 'ALL' ? readers : writers).filter((role) => !own.includes(role)),
  )
  return mutants
}
