import type { Clock } from '../clock.ts'
import type { Reply } from '../server.ts'
import { bulkLines, readBulkQuery } from './bulk_query.ts'
import { FieldProblem } from './graphql/execute.ts'
import type { DataObject } from './graphql/execute.ts'
import { deniedField } from './required_scopes.ts'

/** How a bulk operation ends. One that never ends stays RUNNING. */
type Outcome = 'COMPLETED' | 'FAILED' | 'TIMEOUT' | 'ACCESS_DENIED' | 'CANCELED' | 'EXPIRED' | 'never'

interface BulkOperation {
  number: number
  text: string
  createdAt: string
  completedAt: string | null
  polls: number
  outcome: Outcome
  read: () => Record<string, unknown>[]
  lines: Record<string, unknown>[] | null
  isCanceled: boolean
}

const concurrentMax = 5
const sevenDays = 7 * 86_400

/** The bulk operations of an app in a shop. A poll moves an operation on. */
export class BulkOperations {
  /** How the next operations end. Without an entry, an operation completes. */
  readonly outcomes: Outcome[] = []
  /** How many polls see an operation that is not done yet. */
  pollsUntilDone = 2
  readonly #operations: BulkOperation[] = []
  readonly #clock: Clock
  readonly #storage: () => string
  readonly #nextNumber: () => number

  /** `nextNumber` counts for all shops, because they share the storage of results. */
  constructor(clock: Clock, storage: () => string, nextNumber: () => number) {
    this.#clock = clock
    this.#storage = storage
    this.#nextNumber = nextNumber
  }

  /** Answers `bulkOperationRunQuery`. */
  run(text: string, root: DataObject, scopes: readonly string[]): DataObject {
    const refuse = (message: string, code: string) => ({
      typeName: 'BulkOperationRunQueryPayload',
      bulkOperation: null,
      userErrors: [{ typeName: 'BulkOperationUserError', code, field: ['query'], message }],
    })
    const read = readBulkQuery(text)
    if ('message' in read) return refuse(read.message, 'INVALID')
    const running = this.#operations.filter((operation) => !isDone(statusOf(operation, this.pollsUntilDone)))
    if (running.length >= concurrentMax) {
      const ids = running.map(({ number }) => idOf(number)).join(', ')
      return refuse(
        `A bulk query operation for this app and shop is already in progress: ${ids}.`,
        'OPERATION_IN_PROGRESS',
      )
    }
    const operation: BulkOperation = {
      number: this.#nextNumber(),
      text,
      createdAt: this.#now(),
      completedAt: null,
      polls: 0,
      outcome: this.outcomes.shift() ?? 'COMPLETED',
      read: () =>
        bulkLines(read.document, read.operation, root, (typeName, field) => deniedField(scopes, typeName, field)),
      lines: null,
      isCanceled: false,
    }
    this.#operations.push(operation)
    return { typeName: 'BulkOperationRunQueryPayload', bulkOperation: this.#object(operation), userErrors: [] }
  }

  cancel(id: string): DataObject {
    const operation = this.#operations.find(({ number }) => idOf(number) === id)
    const payload = { typeName: 'BulkOperationCancelPayload' }
    if (!operation) {
      const userErrors = [{ typeName: 'UserError', field: ['id'], message: 'Bulk operation does not exist' }]
      return { ...payload, bulkOperation: null, userErrors }
    }
    operation.isCanceled = true
    return { ...payload, bulkOperation: this.#object(operation), userErrors: [] }
  }

  /** Returns an operation for a poll, or null. */
  find(id: string): DataObject | null {
    const operation = this.#operations.find(({ number }) => idOf(number) === id)
    return operation ? this.#poll(operation) : null
  }

  current(): DataObject | null {
    const operation = this.#operations.at(-1)
    return operation ? this.#poll(operation) : null
  }

  all(): DataObject[] {
    return this.#operations.map((operation) => this.#object(operation))
  }

  /** Answers the signed address of a result, which is not on the domain of the shop. */
  download(url: URL): Reply {
    const operation = this.#operations.find(({ number }) => url.pathname === `/bulk/${number}.jsonl`)
    const isExpired = Number(url.searchParams.get('Expires')) < this.#clock.seconds()
    if (!operation?.lines || isExpired || !url.searchParams.get('Signature')) {
      const body = "<?xml version='1.0' encoding='UTF-8'?><Error><Code>ExpiredToken</Code></Error>"
      return { status: 400, type: 'application/xml', body }
    }
    return { status: 200, type: 'application/jsonl', lines: operation.lines }
  }

  #poll(operation: BulkOperation): DataObject {
    operation.polls += 1
    const status = statusOf(operation, this.pollsUntilDone)
    if (status === 'COMPLETED') this.#finish(operation)
    if (isDone(status)) operation.completedAt ??= this.#now()
    return this.#object(operation)
  }

  #finish(operation: BulkOperation): void {
    try {
      operation.lines ??= operation.read()
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error
      operation.outcome = 'ACCESS_DENIED'
    }
  }

  #object(operation: BulkOperation): DataObject {
    const { number, lines, outcome, text, createdAt, completedAt } = operation
    const status = statusOf(operation, this.pollsUntilDone)
    const expires = this.#clock.seconds() + sevenDays
    const address = `${this.#storage()}/bulk/${number}.jsonl?Expires=${expires}&Signature=abc`
    const size = (lines ?? []).reduce((sum, line) => sum + Buffer.byteLength(JSON.stringify(line)) + 1, 0)
    return {
      typeName: 'BulkOperation',
      id: idOf(number),
      type: 'QUERY',
      query: text,
      status,
      errorCode: status === 'FAILED' ? (outcome === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : outcome) : null,
      createdAt,
      completedAt,
      objectCount: String(lines?.length ?? 0),
      rootObjectCount: String(lines?.filter((line) => !('__parentId' in line)).length ?? 0),
      fileSize: lines && lines.length > 0 ? String(size) : null,
      // Without objects there is no file.
      url: lines && lines.length > 0 ? address : null,
      partialDataUrl: null,
    }
  }

  #now(): string {
    return `${this.#clock.now().toISOString().slice(0, 19)}Z`
  }
}

function statusOf({ polls, outcome, isCanceled }: BulkOperation, pollsUntilDone: number): string {
  if (isCanceled) return 'CANCELED'
  if (polls === 0) return 'CREATED'
  if (outcome === 'never' || polls <= pollsUntilDone) return 'RUNNING'
  return outcome === 'TIMEOUT' || outcome === 'ACCESS_DENIED' ? 'FAILED' : outcome
}

function isDone(status: string): boolean {
  return !/^(CREATED|RUNNING)$/.test(status)
}

function idOf(number: number): string {
  return `gid://shopify/BulkOperation/${number}`
}
