import type { Context } from 'hono'
import type { z } from 'zod'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { ApiError, unknownBrandMessage } from '../../../shared/errors/api_error.ts'
import { sha256Hex } from '../../../shared/credentials/sha256.ts'
import { chooseAccounts } from '../../../shared/operations/sources/choose_accounts.ts'
import { reachableAccounts } from '../../../shared/operations/sources/reachable_accounts.ts'
import type { takeAuthorization } from '../../../shared/operations/sources/take_authorization.ts'
import type { AppContext } from '../app_context.ts'
import { perform } from '../page_context.ts'
import type { PageContext } from '../page_context.ts'

type Reachable = z.output<(typeof reachableAccounts)['output']>
export type Account = Reachable['data'][number]
export type UnreachedSource = Reachable['unreached'][number]
type Brand = PageContext['brands'][number]

export type KeptSource = z.output<(typeof chooseAccounts)['output']>['kept'][number]

/** The ids of the chosen accounts by brand. */
export type Chosen = Map<string, string[]>

interface Connection {
  connectionId: string
  /** The brand through which the person gave the access. */
  brandId: string
}

/** Returns the brands of the person that have the account of a brand. */
function brandsOfAccount(brands: readonly Brand[], brandId: string): Brand[] {
  const accountId = brands.find(({ id }) => id === brandId)?.account_id
  return brands.filter(({ account_id }) => account_id === accountId)
}

function isManaged({ role }: Brand): boolean {
  return role === 'owner' || role === 'admin'
}

/** Returns the brands of the account of a brand in which the person may connect accounts. */
export function managedBrands(brands: readonly Brand[], brandId: string): Brand[] {
  return brandsOfAccount(brands, brandId).filter(isManaged)
}

/** Throws unless the person may connect accounts of this grant in all chosen brands, so that a refused form connects nothing. */
export function requireManaged(brands: readonly Brand[], brandId: string, chosen: Chosen): void {
  const own = brandsOfAccount(brands, brandId)
  for (const id of chosen.keys()) {
    const brand = own.find((each) => each.id === id)
    if (brand === undefined) throw new ApiError('not_found', unknownBrandMessage)
    if (isManaged(brand)) continue
    throw new ApiError('forbidden', 'Only owners and admins of a brand connect accounts. Choose another brand.')
  }
}

export async function readReachable(
  app: AppContext,
  context: Context<AppEnv>,
  { connectionId, brandId }: Connection,
): Promise<Reachable> {
  const input = { connection_id: connectionId }
  return await perform(app, context, reachableAccounts, { input, formId: undefined, brandId })
}

interface Choice {
  chosen: Chosen
  connectionId: string
  formId: string | undefined
  /** The brands of the person. */
  brands: readonly Brand[]
}

/**
 * Connects the chosen accounts. A form takes effect once for each brand. Returns the sources that keep the access that chosen accounts had
 * before. Throws the error of the first brand that fails, with the names of the brands that are done.
 */
export async function connectChosen(
  app: AppContext,
  context: Context<AppEnv>,
  { chosen, connectionId, formId, brands }: Choice,
): Promise<KeptSource[]> {
  const done: string[] = []
  const kept = new Map<string, KeptSource>()
  for (const [brandId, account_ids] of chosen) {
    const ofBrand = formId === undefined ? undefined : `${formId}-${sha256Hex(brandId).slice(0, 16)}`
    const input = { connection_id: connectionId, account_ids }
    try {
      const performed = await perform(app, context, chooseAccounts, { input, formId: ofBrand, brandId })
      for (const source of performed.kept) kept.set(source.source_id, source)
    } catch (error) {
      if (done.length === 0 || !(error instanceof ApiError)) throw error
      const names = done.map((id) => brands.find((brand) => brand.id === id)?.name ?? id)
      throw error.withMessage(
        `${error.message} The chosen accounts of these brands are connected: ${names.join(', ')}.`,
      )
    }
    done.push(brandId)
  }
  // An account of a later brand was not done yet when an earlier brand was.
  return [...kept.values()].filter(({ brand_id, account_id }) => !chosen.get(brand_id)?.includes(account_id))
}

interface Done {
  done: string
  kept: readonly KeptSource[]
  brandId: string
  /** The accounts that were connected. */
  chosen?: Chosen
}

/**
 * Returns the query of the sources page of a brand. It names the kept sources, those of the brand and the brands of others, and the brands of
 * the connected accounts with their numbers.
 */
export function noticeQuery({ done, kept, brandId, chosen = new Map() }: Done): string {
  const ids = kept.map((source) => (source.brand_id === brandId ? source.source_id : source.brand_id))
  return new URLSearchParams([
    ['done', done],
    ...[...chosen].map(([id, accounts]) => ['to', `${id}.${accounts.length}`]),
    ...[...new Set(ids)].map((id) => ['kept', id]),
  ]).toString()
}

/** Whether every chosen account is connected to its brand already. */
export function isRenewal(chosen: Chosen, accounts: readonly Account[]): boolean {
  return [...chosen].every(([brandId, ids]) =>
    ids.every((id) => accounts.some((account) => account.account_id === id && feeds(account, brandId))),
  )
}

export function feeds({ connected }: Account, brandId: string): boolean {
  return connected.some(({ brand_id }) => brand_id === brandId)
}

/**
 * Gives the accounts of a connection a new access, in every brand that the person manages. Returns the sources that keep their old
 * access. Returns null, and changes nothing, if the new access does not reach all accounts of these brands.
 */
export async function renewAccess(
  app: AppContext,
  context: Context<AppEnv>,
  given: Connection & {
    renews: NonNullable<z.output<(typeof takeAuthorization)['output']>['renews']>
    brands: readonly Brand[]
  },
): Promise<KeptSource[] | null> {
  const { renews, connectionId, brandId, brands } = given
  const { data, unreached } = await readReachable(app, context, given)
  const readable = data.filter(({ unavailable }) => unavailable === null)
  const reached = new Set(readable.map(({ account_id }) => account_id))
  const managed = new Set(managedBrands(brands, brandId).map(({ id }) => id))
  const isLost = ({ brand_id, connection_id }: UnreachedSource) =>
    connection_id === renews.connection_id && managed.has(brand_id)
  if (!renews.account_ids.every((id) => reached.has(id)) || unreached.some(isLost)) return null
  const chosen: Chosen = new Map()
  for (const { account_id, connected } of readable) {
    for (const { brand_id, connection_id } of connected) {
      if (connection_id !== renews.connection_id || !managed.has(brand_id)) continue
      chosen.set(brand_id, [...(chosen.get(brand_id) ?? []), account_id])
    }
  }
  return await connectChosen(app, context, { chosen, connectionId, formId: crypto.randomUUID(), brands })
}
