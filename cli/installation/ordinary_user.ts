import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export interface OrdinaryUser {
  /** Returns the command line that runs a command without root. */
  wrap: (command: string, args: string[]) => [string, string[]]
  /** The options `uid` and `gid` of spawn. */
  identity: { uid?: number; gid?: number }
}

/** The user and group id of `nobody`. */
const nobodyId = 65_534

/**
 * Returns how to run Postgres, which refuses to run as root. In a user namespace, root is an ordinary user that can still read
 * root's folders. Where a container forbids namespaces, the server runs as `nobody`, which then owns the data directory.
 */
export function ordinaryUser(dataDirectory: string): OrdinaryUser {
  if (process.getuid?.() !== 0) return { wrap: (command, args) => [command, args], identity: {} }
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const namespace = ['--user', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`]
  if (statSync(dataDirectory).uid === 0 && spawnSync('unshare', [...namespace, 'true']).status === 0) {
    return { wrap: (command, args) => ['unshare', [...namespace, command, ...args]], identity: {} }
  }
  chownSync(dataDirectory, nobodyId, nobodyId)
  chmodSync(dirname(dataDirectory), 0o711)
  return { wrap: (command, args) => [command, args], identity: { uid: nobodyId, gid: nobodyId } }
}
