import { chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { certify } from './certificates.ts'
import { startOwnCluster } from './own_cluster.ts'
import type { OwnCluster } from './own_cluster.ts'

export interface EncryptedCluster extends OwnCluster {
  /** The authority that signed the certificate of `localhost`, and another one. */
  ca: string
  otherCa: string
}

/** Starts a server that accepts encrypted connections only. */
export async function startEncryptedCluster(): Promise<EncryptedCluster> {
  const [own, other] = await Promise.all([certify('localhost'), certify('localhost')])
  const cluster = await startOwnCluster()
  const { directory, database } = cluster
  const { uid, gid } = await stat(directory)
  for (const [name, text] of Object.entries({ 'server.crt': own.cert, 'server.key': own.key })) {
    await writeFile(join(directory, name), text, { mode: 0o600 })
    await chown(join(directory, name), uid, gid)
  }
  // The superuser connections of the test are not encrypted.
  const rules = ['host all postgres all scram-sha-256', 'hostssl all all all scram-sha-256']
  await writeFile(join(directory, 'pg_hba.conf'), rules.join('\n') + '\n')
  await database.sql`alter system set ssl = on`
  await database.sql`select pg_reload_conf()`
  return { ...cluster, ca: own.ca, otherCa: other.ca }
}
