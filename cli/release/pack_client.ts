import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the tarball of the client to a folder, and returns its name and SHA-256. The same files give the same bytes, because npm
 * writes fixed times, owners and modes.
 */
export function packClient(root: string, folder: string): { file: string; sha256: string } {
  mkdirSync(folder, { recursive: true })
  const options = ['--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder]
  execFileSync('npm', ['pack', join(root, 'client'), ...options], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  const { version } = JSON.parse(readFileSync(join(root, 'client', 'package.json'), 'utf8')) as { version: string }
  const file = `vitrine-client-${version}.tgz`
  return {
    file,
    sha256: createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex'),
  }
}
