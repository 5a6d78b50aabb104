import { operations as declarations } from '../../functions/docs/openapi/document.ts'
import { canariesIn } from './canaries.ts'
import { operations } from './operations.ts'
import { credentialNames, expectedOf } from './oracle.ts'
import { pages } from './pages.ts'
import { requestOf } from './requests.ts'
import type { Cell, Sent } from './requests.ts'
import { brandNames, kept } from './scene.ts'
import type { TenantScene } from './scene.ts'

/** Method and path of every operation of the document, with the name that the product gives it. */
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

/** What changes nothing is asked first, what ends something last, and a session is over after that. */
function phaseOf({ name, row }: Cell): number {
  if (!row.writes) return 0
  return name.endsWith('sign-out') ? 3 : /^DELETE|disconnect/.test(name) ? 2 : 1
}

/** Every cell of the matrix; what names no brand is asked once. */
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
  /** What is not as the oracle says, a line each. */
  wrong: string[]
  /** Of answers that somebody may have about a brand of their own: the operation, and the table whose canary it showed. */
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

/** Asks all of it, and holds each answer against the oracle. */
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
    // The clock stands still, and a token's or a person's limit cannot be lifted.
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
      `${which}: ${status} instead of ${statuses.join(' or ')}: ${text.slice(0, 300).replace(/\s+/g, ' ')}`,
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

export async function send(scene: TenantScene, { path, init }: Sent): Promise<Answer> {
  const response = await fetch(scene.console.api.url + path, init)
  const text = await response.text()
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

/** An agent is told in words what a script is told by a status. */
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
