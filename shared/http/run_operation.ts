import { ApiError } from '../errors/api_error.ts'
import type { Contract, OperationServices, Prepared } from '../operation.ts'

/** The result of a database call: the result of the SQL function, or an error. */
interface Result {
  body: unknown
  error: ApiError | null
}

/** Calls a SQL function by the name of its operation. Null runs none and only counts the request. */
export type RunFunction<Called extends Result> = (
  operation: Contract['name'] | null,
  input: Record<string, unknown>,
) => Promise<Called>

/**
 * Runs an operation for a caller of any kind: one database call, or two if the operation has a preparation. Returns an
 * error of the preparation in the result, like the errors of SQL.
 */
export async function runOperation<Called extends Result>(
  { name, prepare }: Contract,
  input: Record<string, unknown>,
  services: OperationServices,
  run: RunFunction<Called>,
): Promise<Called> {
  if (!prepare) return await run(name, input)
  const part = await run(prepare.operation, input)
  if (part.error) return part
  let prepared: Prepared
  try {
    prepared = await prepare.run(input, part.body, services)
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    const counted = await run(null, {})
    return { ...counted, error: counted.error ?? thrown }
  }
  const { reads = [] } = prepare
  const kept = Object.entries(prepared.input).filter(([member]) => !reads.includes(member))
  const result = await run(name, Object.fromEntries(kept))
  if (result.error || !prepared.complete) return result
  return { ...result, body: prepared.complete(result.body as Record<string, unknown>) }
}
