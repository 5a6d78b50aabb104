import { semaphoreOf } from './query.ts'
import type { Database } from './pool.ts'

/** How long a first answer waits for it, and how long nobody asks again once the database was silent: nothing is read there then. */
const patienceMilliseconds = 1000

const verdicts = new WeakMap<Database, Promise<string | null>>()

/**
 * Why a login must not serve: the functions' owns nothing and is subject to every policy, and row-level security binds no
 * superuser. Null where it may. Asked once a pool; where the database does not answer, again after a while.
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
