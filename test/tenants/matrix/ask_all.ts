import { operations as declarations } from '../../../functions/docs/openapi/document.ts'
import { canariesIn } from '../canaries.ts'
import { operations } from './operations.ts'
import { credentialNames, expectedOf } from './oracle.ts'
import { pages } from './pages.ts'
import { requestOf } from './requests.ts'
import type { Cell, Sent } from './requests.ts'
import { brandNames, kept } from '../scene.ts'
import type { TenantScene } from '../scene.ts'

/** Maps the method and path of every documented operation to its name. */
export async function servedOperations(scene: TenantScene): Promise<Map<string, string>> {
  const { body } = await scene.console.api.http.get('/openapi.json')
  return new Map(
    Object.entries<Record<string, { operationId: string }>>(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => {
        const declared = declarations.find((each) => each.method === method && each.path === path)
        return [`${method.toUpperCase()} ${path}`, declared?.name ?? operationId]
      }),
    ),
  )
}

/** Returns the phase of a request: reads first, then writes, then deletions, then sign-out. */
function phaseOf({ name, row }: Cell): number {
  if (!row.writes) return 0
  return name.endsWith('sign-out') ? 3 : /^DELETE|disconnect/.test(name) ? 2 : 1
}

/** Returns every cell of the matrix. A route without a brand has one cell for each credential. */
export function allCells(): Cell[] {
  return Object.entries({ ...operations, ...pages })
    .flatMap(([name, row]) => {
      const brands = row.brand === 'none' ? (['own'] as const) : brandNames
      return credentialNames.flatMap((credential) =>
        brands.map((brand) => ({ name, row, credential, brand, isSpoken: false })),
      )
    })
    .flatMap((cell) => (cell.name.startsWith('POST /api/mcp/') ? [cell, { ...cell, isSpoken: true }] : [cell]))
}

export interface Asked {
  requests: number
  seconds: number
  /** The responses that differ from the oracle, one line each. */
  wrong: string[]
  /** For each response about a brand within reach: the operation and the table whose canary it contained. */
  shown: Set<string>
}

const atOnce = 84

function batchesOf(cells: Cell[]): Cell[][] {
  const phases = [0, 1, 2, 3].map((phase) => cells.filter((cell) => phaseOf(cell) === phase))
  return phases.flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / atOnce) }, (_, index) =>
      some.slice(index * atOnce, (index + 1) * atOnce),
    ),
  )
}

/** Sends all requests and compares each response with the oracle. */
export async function askAll(scene: TenantScene, cells: Cell[]): Promise<Asked> {
  const served = await servedOperations(scene)
  const startedAt = performance.now()
  const asked: Asked = { requests: cells.length, seconds: 0, wrong: [], shown: new Set() }
  for (const batch of batchesOf(cells)) {
    await Promise.all(
      batch.map(async (cell) => {
        const answer = await send(scene, requestOf(scene, served.get(cell.name) ?? cell.name, cell))
        hold(scene, cell, answer, asked)
      }),
    )
    // The clock is fixed, and the limits of tokens and people cannot be raised, so the counters are reset.
    await scene.console.database.sql`delete from core.rate_limits`
  }
  asked.seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return asked
}

function hold(scene: TenantScene, cell: Cell, { status, text }: Answer, asked: Asked): void {
  const { name, row, credential, brand, isSpoken } = cell
  const { statuses, mayShow, mayName } = expectedOf(row, credential, brand)
  const which = `${isSpoken ? 'MCP ' : ''}${name}, ${credential}, ${brand}`
  if (!statuses.includes(status))
    asked.wrong.push(
      `${which}: ${status} instead of ${statuses.join(' or ')}: ${text
        .replace(/^[^]*<h1/, '')
        .slice(0, 300)
        .replace(/\s+/g, ' ')}`,
    )
  for (const other of kept.filter((each) => each !== brand && !mayName.includes(each))) {
    if (text.includes(scene.brands[other])) asked.wrong.push(`${which}: ${status} shows the id of ${other}`)
  }
  for (const canary of canariesIn(text)) {
    const may = canary.table === 'core_brands' ? mayName : mayShow
    if (!may.includes(canary.brand)) asked.wrong.push(`${which}: ${status} shows ${canary.table} of ${canary.brand}`)
    else if (canary.brand === 'own') asked.shown.add(`${name} ${canary.table}`)
  }
}

export interface Answer {
  status: number
  text: string
}

/** Sends a request. A busy server (429 or 503 with Retry-After) is asked again, because the rows state what an idle one returns. */
export async function send(scene: TenantScene, { path, init }: Sent, attempts = 5): Promise<Answer> {
  const response = await fetch(scene.console.api.url + path, init)
  const text = await response.text()
  const isBusy = [429, 503].includes(response.status) || /"code\W+(service_unavailable|rate_limited)/.test(text)
  if (isBusy && attempts > 1) {
    const seconds = Number(response.headers.get('Retry-After') ?? 1)
    await new Promise((next) => setTimeout(next, Math.min(seconds, 5) * 1000))
    return await send(scene, { path, init }, attempts - 1)
  }
  return { status: path === '/mcp' && response.status === 200 ? statusOfMessage(text) : response.status, text }
}

const statusOfFault: Record<string, number> = {
  brand_not_granted: 403,
  insufficient_scope: 403,
  not_allowed: 403,
  not_found: 404,
  invalid_request: 400,
  brand_required: 400,
  invalid_transition: 409,
  data_not_ready: 409,
}

/** Returns the HTTP status that corresponds to a JSON-RPC response. */
function statusOfMessage(text: string): number {
  const { result, error } = JSON.parse(text.replace(/^event:.*\ndata: /, '')) as {
    result?: { isError?: boolean; content: { text: string }[] }
    error?: unknown
  }
  if (error) return 400
  if (!result?.isError) return 200
  const fault = JSON.parse(result.content[0]?.text ?? '{}') as { error?: { code: string } }
  return statusOfFault[fault.error?.code ?? ''] ?? 500
}
