/**
 * Repairs the database driver in node_modules: `node cli/installation/repair_driver.ts`. npm install runs it.
 *
 * postgres 3.4.9 collects small writes until the next turn of the event loop. When a connection closes in between, the driver
 * cancels the timer and keeps both the timer and the bytes. The connection then never writes again: each query on it fails with
 * CONNECT_TIMEOUT until the process ends. The repair resets both, as nextWrite does. Delete this file when a release of the driver
 * does so; test/core/driver.test.ts fails without it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', 'node_modules', 'postgres')
const faulty = /^( *)clearImmediate\(nextWriteTimer\)$/gm
const repaired = '$1clearImmediate(nextWriteTimer)\n$1chunk = nextWriteTimer = null'

for (const build of ['src', 'cjs/src', 'cf/src']) {
  const path = join(folder, build, 'connection.js')
  const text = readFileSync(path, 'utf8')
  if (text.includes('\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null')) continue
  if (text.match(faulty)?.length !== 2) {
    throw new Error(`${path} is not the file of postgres 3.4.9. Check whether this version needs the repair.`)
  }
  writeFileSync(path, text.replace(faulty, repaired))
}
