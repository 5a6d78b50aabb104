import type { Database } from './pool.ts'

/** How long a first request waits for it: a database that says nothing is dealt with where it is asked. */
const patienceMilliseconds = 2000

const verdicts = new WeakMap<Database, Promise<string | null>>()

/**
 * Why a login must not serve: the functions' owns nothing and is subject to every policy, and row-level security binds no
 * superuser. Null where it may. Asked once a pool; until the database has answered, again.
 */
export async function loginFault(database: Database): Promise<string | null> {
  const asked = verdicts.get(database) ?? examine(database)
  verdicts.set(database, asked)
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), patienceMilliseconds)))
  try {
    return await Promise.race([asked, patience])
  } catch {
    // Whoever asks next will be told by the question itself that nobody answers.
    verdicts.delete(database)
    return null
  } finally {
    clearTimeout(timer)
  }
}

async function examine(database: Database): Promise<string | null> {
  const [login] = await database`
    select rolname as name, rolsuper as is_superuser, rolbypassrls as is_exempt,
      exists (
        select from pg_catalog.pg_roles as owner
        where owner.rolname = 'vitrine_owner' and pg_catalog.pg_has_role(pg_roles.oid, owner.oid, 'member')
      ) as is_owner
    from pg_catalog.pg_roles where rolname = session_user`
  const power = [
    login?.is_superuser && 'is a superuser',
    login?.is_exempt && 'bypasses row-level security',
    login?.is_owner && 'owns the tables',
  ].find((words) => words)
  return power ? `The login ${login?.name} ${power}. Set DATABASE_URL to the role vitrine_functions.` : null
}
