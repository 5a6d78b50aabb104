import type { SourceReply, SourceRequest } from './call.ts'
import { SourceError } from './source_error.ts'

const secondsMax = 120
const bytesMaxUsual = 64 * 1024 * 1024

/**
 * Sends a request to a platform and reads the whole reply. It follows no redirect, because the target could get the token.
 * Throws SourceError with the remedy `retry` if the reply is missing, cut, slow or too large. Errors name the host, never the
 * address, because some addresses contain a token.
 */
export async function send(request: SourceRequest): Promise<SourceReply> {
  const { url, method = 'GET', headers = {}, body, bytesMax = bytesMaxUsual } = request
  const host = new URL(url).host
  const signal = AbortSignal.timeout(secondsMax * 1000)
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    })
    const text = await readText(response, bytesMax)
    return { status: response.status, headers: response.headers, text }
  } catch (cause) {
    if (cause instanceof SourceError) throw cause
    throw new SourceError('platform_is_unavailable', 'retry', { host, cause: withoutAddress(cause) })
  }
}

async function readText(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new SourceError('report_is_too_large', 'split', { bytes_max: bytesMax })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** An error of fetch without its message, which can contain the address. Its code says what happened. */
function withoutAddress(thrown: unknown): Error {
  const { name, cause } = thrown as Error & { cause?: { code?: string } }
  return new Error(`${name}${cause?.code === undefined ? '' : ` (${cause.code})`}`)
}
