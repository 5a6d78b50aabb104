/** Releases a version: `npm run release -- 0.3.0`. Its migrations are frozen from then on (supabase/released_migrations). */
import { join } from 'node:path'
import { release } from './migrations/release.ts'

const [version = ''] = process.argv.slice(2)
try {
  const files = await release(join(import.meta.dirname, '..'), version, new Date().toISOString().slice(0, 10))
  console.log(
    `Released ${version} with ${files.join(', ')}. Run npm run generate and npm run check, commit, and tag v${version}.`,
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
