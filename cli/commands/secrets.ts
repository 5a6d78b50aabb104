import { Argument, Command } from 'commander'
import type { Sql } from 'postgres'
import { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { createSecret } from '../../shared/credentials/tokens.ts'
import { openKeyRing, ringKeys } from '../../shared/key_ring.ts'
import { reseal } from '../secrets/reseal.ts'
import { ringText, ringVariables } from '../secrets/rings.ts'
import type { RingVariable } from '../secrets/rings.ts'
import { sealedSecrets } from '../secrets/sealed_secrets.ts'
import type { SealingVariable } from '../secrets/sealed_secrets.ts'
import { onDatabase } from './database.ts'
import { printOutcome, printRows } from '../terminal/print.ts'

interface KeyStatus {
  variable: RingVariable
  key_id: string
  /** Newest: encrypts or signs. Older: decrypts or verifies. Missing: in the database, but not in the variable. */
  place: 'newest' | 'older' | 'missing'
  /** The secrets that the key encrypts. Null for a key that signs. */
  secrets: number | null
}

export function secretsCommand(): Command {
  const secrets = new Command('secrets').description(`show and rotate the keys of ${ringVariables.join(', ')}`)
  secrets
    .command('status', { isDefault: true })
    .description('list the keys by id, with the number of secrets that each encrypts')
    .action(async (_options: unknown, command: Command) => {
      printRows(command, await onDatabase(status), 'No key is set.')
    })
  secrets
    .command('rotate')
    .description('first create a key and print the new value; then, with this value set, finish the rotation')
    .addArgument(new Argument('<variable>', 'the variable to rotate').choices(ringVariables))
    .action(async (variable: RingVariable, _options: unknown, command: Command) => {
      const ring = ringText(variable)
      if (ring === undefined) throw new Error(`${variable} is not set. Set it to the value of the functions.`)
      if (ringKeys(ring).length === 1) await start(variable, ring, command)
      else if (variable === 'QUOTE_SIGNING_KEY') await finishQuotes(ring, command)
      else await finishSecrets(variable, ring, command)
    })
  return secrets
}

async function status(sql: Sql): Promise<KeyStatus[]> {
  const quotes = ringText('QUOTE_SIGNING_KEY')
  const kids = quotes ? (await QuoteSigner.open(quotes, '')).publicKeys.map(({ kid }) => kid) : []
  return [
    ...(await statusOf(sql, 'WEBHOOK_SECRET_KEY')),
    ...(await statusOf(sql, 'TOTP_SECRET_KEY')),
    ...kids.map((key_id, index): KeyStatus => {
      return { variable: 'QUOTE_SIGNING_KEY', key_id, place: placeOf(index), secrets: null }
    }),
  ]
}

async function statusOf(sql: Sql, variable: SealingVariable): Promise<KeyStatus[]> {
  const ring = ringText(variable)
  const ids = ring ? (await openKeyRing(ring)).ids : []
  const used = await sealedSecrets[variable].count(sql)
  const missing = [...used.keys()].filter((id) => !ids.includes(id))
  return [...ids, ...missing].map((key_id, index): KeyStatus => {
    const place = index >= ids.length ? 'missing' : placeOf(index)
    return { variable, key_id, place, secrets: used.get(key_id) ?? 0 }
  })
}

function placeOf(index: number): 'newest' | 'older' {
  return index === 0 ? 'newest' : 'older'
}

/** Prints the value with a new key. Encrypts nothing with it, because the running processes do not have it yet. */
async function start(variable: RingVariable, ring: string, command: Command): Promise<void> {
  // A wrong value would replace the right one in all processes.
  if (variable !== 'QUOTE_SIGNING_KEY') await requireComplete(variable, ring)
  const value = `${createSecret()},${ring}`
  printOutcome(
    command,
    { variable, value, is_finished: false },
    `${value}\nStore this value now: it is not shown again. Set ${variable} to it, ` +
      `${variable === 'QUOTE_SIGNING_KEY' ? 'for all functions' : sealedSecrets[variable].order}. ` +
      `Then run this command again with the value.`,
  )
}

async function requireComplete(variable: SealingVariable, ring: string): Promise<void> {
  const [found] = await onDatabase((sql) => sealedSecrets[variable].missing(sql, ring))
  if (found) throw new Error(found)
}

/** Encrypts all secrets with the newest key, and tells whether older keys are still in use. */
async function finishSecrets(variable: SealingVariable, ring: string, command: Command): Promise<void> {
  const { noun, remedy } = sealedSecrets[variable]
  const [newest] = (await openKeyRing(ring)).ids
  const { resealed, unreadable, inUse } = await onDatabase(async (sql) => {
    const counted = await reseal(sql, sealedSecrets[variable], ring)
    const used = await sealedSecrets[variable].count(sql)
    return { ...counted, inUse: [...used.keys()].filter((id) => id !== newest) }
  })
  const facts = { variable, resealed, unreadable, keys_in_use: inUse, is_finished: inUse.length === 0 }
  const counted = `Encrypted ${resealed} ${noun}${resealed === 1 ? '' : 's'} with the key ${newest}.`
  if (inUse.length > 0) {
    const lost = unreadable === 0 ? '' : ` ${unreadable} cannot be decrypted: ${remedy}.`
    printOutcome(command, facts, `${counted}${lost} These older keys are still in use: ${inUse.join(', ')}.`)
    process.exitCode = 1
    return await requireComplete(variable, ring)
  }
  printOutcome(
    command,
    facts,
    `${counted} No secret uses an older key. When all functions run with this value, run this command once more, ` +
      `and then set ${variable} to its first key only.`,
  )
}

async function finishQuotes(ring: string, command: Command): Promise<void> {
  const [newest] = (await QuoteSigner.open(ring, '')).publicKeys
  printOutcome(
    command,
    { variable: 'QUOTE_SIGNING_KEY', is_finished: true },
    `The key ${newest?.kid} signs. A token is valid for at most 24 hours. 24 hours after all functions run with this value, ` +
      'set QUOTE_SIGNING_KEY to its first key only.',
  )
}
