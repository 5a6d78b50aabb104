import { Argument, Command } from 'commander'
import type { Sql } from 'postgres'
import { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { createSecret } from '../../shared/credentials/tokens.ts'
import { openKeyRing, ringKeys } from '../../shared/key_ring.ts'
import { reseal } from '../secrets/reseal.ts'
import { ringText, ringVariables, storeRing } from '../secrets/rings.ts'
import type { RingVariable } from '../secrets/rings.ts'
import { sealedSecrets } from '../secrets/sealed_secrets.ts'
import type { SealingVariable } from '../secrets/sealed_secrets.ts'
import { onDatabase } from './database.ts'
import { printOutcome, printRows } from '../terminal/print.ts'

interface KeyStatus {
  variable: RingVariable
  key_id: string
  /** First: encrypts or signs. Later: decrypts or verifies. Missing: in the database, but not in the variable. */
  place: 'first' | 'later' | 'missing'
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
    .description('create a key and print the new value; then, with this value set, continue the rotation')
    .addArgument(new Argument('[variable]', 'the variable to rotate').choices(ringVariables))
    .option('--sign', 'QUOTE_SIGNING_KEY: print the value in which the newest key signs')
    .action(async (variable: RingVariable | undefined, options: { sign?: boolean }, command: Command) => {
      if (variable === undefined) throw new Error(`Name the variable to rotate: ${ringVariables.join(', ')}.`)
      const ring = ringText(variable)
      if (ring === undefined) throw new Error(`${variable} is not set. Set it to the value of the functions.`)
      if (variable === 'QUOTE_SIGNING_KEY') await rotateQuotes(ring, options.sign === true, command)
      else if (ringKeys(ring).length === 1) await startSecrets(variable, ring, command)
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
    ...(await statusOf(sql, 'SOURCE_TOKEN_KEY')),
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

function placeOf(index: number): 'first' | 'later' {
  return index === 0 ? 'first' : 'later'
}

/** Prints or stores the value with a new key. Encrypts nothing with it, because the running processes do not have it yet. */
async function startSecrets(variable: SealingVariable, ring: string, command: Command): Promise<void> {
  // A wrong value would replace the right one in all processes.
  await requireComplete(variable, ring)
  printValue(variable, `${createSecret()},${ring}`, command, sealedSecrets[variable].order)
}

function printValue(variable: RingVariable, value: string, command: Command, where: string): void {
  const file = storeRing(variable, value)
  if (file) {
    const next = 'Stop npm start and start it again. Then run this command again.'
    return printOutcome(
      command,
      { variable, value, file, is_finished: false },
      `${value}\nWrote this value to ${file}, which npm start reads. ${next}`,
    )
  }
  printOutcome(
    command,
    { variable, value, is_finished: false },
    `${value}\nStore this value now: it is not shown again. Set ${variable} to it, ${where}. Then run this command again with the value.`,
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
    const lost =
      unreadable === 0 ? '' : ` ${unreadable} cannot be decrypted. Add the missing key after the newest one; ${remedy}.`
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

/**
 * Prints the next value of the ring. A new key is the last one until all processes publish it, because a merchant must be able to
 * verify its first signature at each of them. `isSigning` moves it to the front.
 */
async function rotateQuotes(ring: string, isSigning: boolean, command: Command): Promise<void> {
  const keys = ring.split(',').map((key) => key.trim())
  if (keys.length === 1 && !isSigning) {
    const where = 'for all functions. The new key verifies only'
    return printValue('QUOTE_SIGNING_KEY', `${ring},${createSecret()}`, command, where)
  }
  if (isSigning) {
    const [newest, ...others] = [keys.at(-1) as string, ...keys.slice(0, -1)]
    if (others.length === 0)
      throw new Error('QUOTE_SIGNING_KEY has one key, which signs. Run this command without --sign to add a key.')
    return printValue(
      'QUOTE_SIGNING_KEY',
      [newest, ...others].join(','),
      command,
      'for all functions. The new key signs',
    )
  }
  const [signing, ...others] = (await QuoteSigner.open(ring, '')).publicKeys.map(({ kid }) => kid)
  printOutcome(
    command,
    { variable: 'QUOTE_SIGNING_KEY', signing, verifying: others, is_finished: true },
    `The key ${signing} signs, ${others.join(', ')} ${others.length === 1 ? 'verifies' : 'verify'} only. If the last key is new and all functions ` +
      'run with this value, run this command with --sign. If the first key is new, a token of the other one is valid for at most 24 hours: 24 hours ' +
      'after all functions run with this value, set QUOTE_SIGNING_KEY to its first key only.',
  )
}
