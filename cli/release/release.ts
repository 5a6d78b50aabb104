/**
 * `npm run release -- 0.3.0` releases a version: its migrations are frozen from then on (supabase/released_migrations).
 * `npm run release` writes the tarballs of the current version to dist/.
 */
import { join } from 'node:path'
import { packClient } from './pack_client.ts'

const root = join(import.meta.dirname, '..', '..')
const [version] = process.argv.slice(2)
try {
  if (version === undefined) {
    const { file, sha256 } = packClient(root, join(process.cwd(), 'dist'))
    console.log(`${sha256}  dist/${file}`)
  } else {
    const { release } = await import('../migrations/release.ts')
    const files = await release(root, version, new Date().toISOString().slice(0, 10))
    console.log(
      `Released ${version} with ${files.join(', ')}. Run npm run generate and npm run check, commit, and tag v${version}. ` +
        'Then npm run release writes the tarballs.',
    )
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
