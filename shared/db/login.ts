import { semaphoreOf } from './query.ts'
import type { Database } from './pool.ts'

/** The time limit of the check, and the pause before the next check after the database did not respond. */
const timeoutMilliseconds = 1000

const results = new WeakMap<Database, Promise<string | null>>()

/**
 * Returns why a login must not serve requests, or null. The login of the functions must own nothing and be subject
 * to every policy; row-level security does not apply to superusers. It is checked once for each pool, and again if
 * the database did not respond.
 */
export async function loginError(database: Database): Promise<string | null> {
  const known = results.get(database)
  if (known) return await known
  const result = withTimeout(checkLogin(database)).catch(() => {
    setTimeout(() => results.delete(database), timeoutMilliseconds)
    return null
  })
  results.set(database, result)
  return await result
}

async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The database did not respond in time.')), timeoutMilliseconds)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function checkLogin(database: Database): Promise<string | null> {
  const query = () => database`
    select rolname as name, rolsuper as is_superuser, rolbypassrls as is_exempt,
      exists (
        select from pg_catalog.pg_roles as owner
        where owner.rolname = 'vitrine_owner' and pg_catalog.pg_has_role(pg_roles.oid, owner.oid, 'member')
      ) as is_owner
    from pg_catalog.pg_roles where rolname = session_user`
  const [login] = await semaphoreOf(database).run('login', query)
  const right = [
    login?.is_superuser && 'is a superuser',
    login?.is_exempt && 'bypasses row-level security',
    login?.is_owner && 'owns the tables',
  ].find(Boolean)
  return right ? `The login ${login?.name} ${right}. Set DATABASE_URL to the role vitrine_functions.` : null
}
