import { semaphoreOf } from './query.ts'
import type { Database } from './pool.ts'

/** The time limit of the check, and the pause before the next check after the database did not respond. */
const patienceMilliseconds = 1000

const verdicts = new WeakMap<Database, Promise<string | null>>()

/**
 * Returns why a login must not serve requests, or null. The login of the functions must own nothing and be subject
 * to every policy; row-level security does not apply to superusers. It is checked once for each pool, and again if
 * the database did not respond.
 */
export async function loginFault(database: Database): Promise<string | null> {
  const known = verdicts.get(database)
  if (known) return await known
  const verdict = inPatience(examine(database)).catch(() => {
    setTimeout(() => verdicts.delete(database), patienceMilliseconds)
    return null
  })
  verdicts.set(database, verdict)
  return await verdict
}

async function inPatience<Answer>(asked: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The database did not say who asks.')), patienceMilliseconds)
  })
  try {
    return await Promise.race([asked, patience])
  } finally {
    clearTimeout(timer)
  }
}

async function examine(database: Database): Promise<string | null> {
  const question = () => database`
    select rolname as name, rolsuper as is_superuser, rolbypassrls as is_exempt,
      exists (
        select from pg_catalog.pg_roles as owner
        where owner.rolname = 'vitrine_owner' and pg_catalog.pg_has_role(pg_roles.oid, owner.oid, 'member')
      ) as is_owner
    from pg_catalog.pg_roles where rolname = session_user`
  const [login] = await semaphoreOf(database).run(question)
  const power = [
    login?.is_superuser && 'is a superuser',
    login?.is_exempt && 'bypasses row-level security',
    login?.is_owner && 'owns the tables',
  ].find((words) => words)
  return power ? `The login ${login?.name} ${power}. Set DATABASE_URL to the role vitrine_functions.` : null
}
