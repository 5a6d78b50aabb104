import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** Returns the version of a package that judges. */
export function versionOf(name: string): string {
  const version = manifest.devDependencies[name] ?? manifest.dependencies[name]
  if (!version) throw new Error(`package.json has no ${name}.`)
  return version
}
