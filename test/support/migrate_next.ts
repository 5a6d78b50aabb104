/** Applies the next migrations to DATABASE_URL in a process that a test may kill. */
import postgres from 'postgres'
import { migrate } from '../../cli/database/schema.ts'
import { nextMigrations } from './next_migrations.ts'

const sql = postgres(process.env.DATABASE_URL as string, { max: 2, onnotice: () => undefined })
console.log(JSON.stringify(await migrate(sql, { migrations: nextMigrations() })))
await sql.end()
