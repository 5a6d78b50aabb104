import type { Queue } from './queue.ts'

/** Ends statements and sessions of the login of the functions that exceed its limits. Has a job only if there are any. */
export const limitFunctionsLogin: Queue = {
  name: 'limit_functions_login',
  split: async (sql) => {
    const excess = await sql`select core.excess_of_functions_login()`
    return excess.length > 0 ? [{}] : []
  },
  run: async (sql) => {
    const [row] = await sql`select core.limit_functions_login() as ended`
    return row?.ended as Record<string, number>
  },
}
