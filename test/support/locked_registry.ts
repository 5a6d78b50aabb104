import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** An npm registry that serves the packages installed from the lock file. */
export interface LockedRegistry {
  /** Settings for npm in a folder without installed packages. */
  env: Record<string, string>
  stop: () => Promise<void>
}

export async function startLockedRegistry(): Promise<LockedRegistry> {
  const folders = installedFolders()
  const scratch = mkdtempSync(join(tmpdir(), 'vitrine-registry-'))
  const server = createServer((request, response) => {
    const [name = '', version] = decodeURIComponent((request.url as string).slice(1)).split('?v=')
    const versions = folders.get(name)
    const asked = version === undefined ? undefined : versions?.get(version)
    if (!versions || (version !== undefined && !asked)) response.writeHead(404).end('{}')
    else if (asked) response.end(pack(asked, scratch))
    else response.setHeader('Content-Type', 'application/json').end(JSON.stringify(describePackage(name, versions)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      npm_config_registry: `${address}/`,
      npm_config_cache: join(scratch, 'cache'),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      rmSync(scratch, { recursive: true, force: true })
    },
  }

  function describePackage(name: string, versions: Map<string, string>) {
    const described = [...versions].map(([version, folder]) => {
      const said = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
      return [version, { ...said, dist: { tarball: `${address}/${name}?v=${version}` } }]
    })
    return { name, 'dist-tags': { latest: [...versions.keys()][0] }, versions: Object.fromEntries(described) }
  }
}

/** Folders of packages by name and version. The version that the repository imports comes first. */
function installedFolders(): Map<string, Map<string, string>> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  const folders = new Map<string, Map<string, string>>()
  for (const [path, { version }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1)
    if (!name || !existsSync(join(root, path))) continue
    folders.set(name, (folders.get(name) ?? new Map<string, string>()).set(version, join(root, path)))
  }
  return folders
}

/** Packs a package like npm: all files below `package/` without its dependencies. */
function pack(folder: string, scratch: string): Buffer {
  const place = mkdtempSync(join(scratch, 'pack-'))
  symlinkSync(folder, join(place, 'package'))
  return execFileSync('tar', ['-chz', '--exclude=package/node_modules', '-f', '-', '-C', place, 'package'], {
    maxBuffer: 64 * 1024 * 1024,
  })
}
