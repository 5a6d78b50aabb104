/** `npm run vitrine -- <command>`: the command line of operators. */
import { existsSync } from 'node:fs'
import postgres from 'postgres'
import { sentenceOfError } from '../shared/errors/refusal.ts'
import { shell } from '../shared/sentences/audience.ts'
import { createProgram } from './program.ts'

const lostConnection =
  'The connection to the database was lost. The unfinished transaction was rolled back. Run the command again.'

// postgres 3.4.9 rolls back on a lost connection, and throws outside of any promise (connection.js, nextWrite).
process.once('uncaughtException', (error) => {
  console.error(error.stack?.includes('postgres/src/connection.js') ? lostConnection : error)
  process.exit(1)
})
// It may also leave a promise pending. Node then exits with code 13 (unsettled top-level await).
process.once('exit', (code) => {
  if (code !== 13) return
  console.error(lostConnection)
  process.exitCode = 1
})

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await createProgram().parseAsync()
} catch (error) {
  const isLockMissed = error instanceof postgres.PostgresError && error.code === '55P03'
  const detail = error instanceof postgres.PostgresError && error.detail ? `: ${error.detail}` : ''
  const { code = '' } = error as { code?: string }
  const isLost = /^(ECONNRESET|EPIPE|CONNECTION_CLOSED|57P0\d)$/.test(code)
  const sentence = await sentenceOfError(error, shell)
  console.error(isLost ? lostConnection : (sentence ?? (error instanceof Error ? error.message + detail : error)))
  if (isLockMissed)
    console.error('Another session holds a lock on these rows. Run the command again later. See pg_stat_activity.')
  process.exitCode = 1
}
