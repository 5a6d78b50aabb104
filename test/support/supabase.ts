import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
// Disables telemetry.
const env = { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', NO_COLOR: '1' }

const asked = spawnSync('supabase', ['--version'], { env, encoding: 'utf8' })
/** Whether the command line of Supabase is installed. Without it, its tests are skipped. */
export const hasSupabase = asked.status === 0
/** The version of the installed command line. */
export const supabaseVersion = hasSupabase ? asked.stdout.trim() : 'not installed'
if (!hasSupabase)
  console.log(
    'The command line of Supabase is not installed, so its tests are skipped: npm install --global supabase@3.1.0.',
  )

/** Copies supabase/, so that a test can add migrations of a later release. */
export function copyProject(): { folder: string; addMigration: (name: string, text: string) => void } {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-supabase-'))
  cpSync(join(root, 'supabase'), join(folder, 'supabase'), { recursive: true })
  return {
    folder,
    addMigration: (name, text) => writeFileSync(join(folder, 'supabase', 'migrations', `${name}.sql`), text),
  }
}

/** Runs `supabase db push`. The output has both streams. */
export function push(folder: string, databaseUrl: string): { isDone: boolean; output: string } {
  const { isDone, output, errors } = supabase(['db', 'push', '--yes', '--workdir', folder, '--remote', databaseUrl])
  return { isDone, output: `${output}${errors}` }
}

/** Runs the command line of Supabase. */
export function supabase(given: string[]): { isDone: boolean; output: string; errors: string } {
  const { status, stdout, stderr } = spawnSync('supabase', given, {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { isDone: status === 0, output: stdout, errors: stderr }
}
