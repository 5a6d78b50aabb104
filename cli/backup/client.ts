import { Client } from 'pg'
import { parseAddress } from '../../shared/db/address.ts'

/**
 * Runs an action in one transaction of a connection that can stream COPY. The driver postgres.js stops reading when a
 * COPY ends while its stream is paused, so copies use `pg`, the driver of pg-boss.
 */
export async function inTransaction<Result>(
  databaseUrl: string,
  mode: string,
  action: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { url, ssl } = parseAddress(databaseUrl)
  const client = new Client({ connectionString: url, ssl, application_name: 'vitrine_backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`begin ${mode}`)
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    const result = await action(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}
