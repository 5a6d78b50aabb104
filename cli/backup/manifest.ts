import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

export const manifestFile = 'manifest.json'

const table = z.object({
  /** Name with schema. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().min(0),
  /** A gzip file in the text format of COPY, in the folder of the backup. */
  file: z.string().regex(/^[a-z0-9_.]+\.copy\.gz$/),
  sha256: z.string(),
})

const manifest = z.object({
  format: z.literal(1),
  taken_at: z.string(),
  /** The applied migrations, oldest first. */
  migrations: z.array(z.string()).min(1),
  /** Whether the backup contains the people of the console. A hosted platform stores them itself. */
  has_people: z.boolean(),
  /** In an order in which no row refers to a row of a later table. */
  tables: z.array(table),
  /** The months of the partitions of facts, by their first days; null if there are none. */
  months: z.object({ first_on: z.string(), last_on: z.string() }).nullable(),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
})

export type Manifest = z.infer<typeof manifest>
export type BackedUpTable = z.infer<typeof table>

/**
 * Reads the manifest of a backup and checks every file against it. Throws an Error with one sentence if the backup is not
 * complete or was changed.
 */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => null)
  if (text === null)
    throw new Error(
      `${folder} is not a complete backup: it has no ${manifestFile}, which vitrine backup writes last. Use another backup.`,
    )
  const found = manifest.safeParse(parsed(text))
  if (!found.success)
    throw new Error(
      `${join(folder, manifestFile)} cannot be read by this release. Use the release that wrote it, or a newer one.`,
    )
  for (const { file, sha256 } of found.data.tables) {
    if ((await digest(join(folder, file))) !== sha256)
      throw new Error(
        `${join(folder, file)} is missing or differs from the backup that was written. Use another backup.`,
      )
  }
  return found.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the SHA-256 hash of a file in hexadecimal digits; null if the file cannot be read. */
async function digest(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  } catch {
    return null
  }
}
