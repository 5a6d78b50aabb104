import type { Queue } from './queue.ts'

/** Carries the simulated brand on through yesterday, so that test keys always have fresh days to read. */
export const extendSimulation: Queue = {
  name: 'extend_simulation',
  schedule: '20 * * * *',
  run: async (sql) => {
    await sql`select simulate.extend_ads()`
    return {}
  },
}
