import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export interface OrdinaryUser {
  /** The same command, run by somebody who is not root. */
  wrap: (command: string, args: string[]) => [string, string[]]
  /** For the options of spawn. */
  identity: { uid?: number; gid?: number }
}

const nobody = 65_534

/**
 * Postgres refuses to run as root. In a user namespace root is an ordinary user who still reads root's folders;
 * where a container forbids namespaces, the server runs as nobody and owns its data directory.
 */
export function ordinaryUser(dataDirectory: string): OrdinaryUser {
  if (process.getuid?.() !== 0) return { wrap: (command, args) => [command, args], identity: {} }
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const namespace = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`]
  if (statSync(dataDirectory).uid === 0 && spawnSync('unshare', [...namespace, 'true']).status === 0) {
    return { wrap: (command, args) => ['unshare', [...namespace, command, ...args]], identity: {} }
  }
  chownSync(dataDirectory, nobody, nobody)
  chmodSync(dirname(dataDirectory), 0o711)
  return { wrap: (command, args) => [command, args], identity: { uid: nobody, gid: nobody } }
}
