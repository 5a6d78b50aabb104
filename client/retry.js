import { VitrineError, retryAfterSeconds } from './errors.js'

const baseSeconds = 0.5
/** setTimeout ends at once after 2^31 ms. */
const longestDelaySeconds = 86_400

/**
 * Returns a fetch that repeats safe requests after 429, 503, 409 `idempotency_in_flight`
 * and network errors. Safe requests are GET, HEAD, and POST with an Idempotency-Key. Throws a VitrineError `network_error` when there is no response, and the reason of an aborted signal as it is.
 */
export function retryingFetch(send, { max = 3, maxDelaySeconds = 60 } = {}) {
  const longest = Math.min(maxDelaySeconds, longestDelaySeconds)
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const mayRetry = attempt < max && isSafe(request)
      let delay
      try {
        // The clone keeps the body for the next attempt.
        const response = await send(mayRetry ? request.clone() : request)
        delay = mayRetry ? delayAfter(response, attempt, longest) : undefined
        if (delay === undefined) return response
        await response.body?.cancel()
      } catch (error) {
        if (request.signal.aborted) throw request.signal.reason
        if (!mayRetry) throw networkError(request, error)
        delay = Math.min(backoff(attempt), longest)
      }
      await wait(delay, request.signal)
    }
  }
}

function isSafe({ method, headers }) {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && Boolean(headers.get('idempotency-key')))
}

/** Returns seconds, or undefined if the response is final. A wait over the limit is for the caller to decide. */
function delayAfter(response, attempt, maxDelaySeconds) {
  const asked = retryAfterSeconds(response)
  // 409 with Retry-After: the first request with the Idempotency-Key still runs (idempotency_in_flight).
  const isTemporary =
    response.status === 429 || response.status === 503 || (response.status === 409 && asked !== undefined)
  if (!isTemporary) return undefined
  if (asked === undefined) return Math.min(backoff(attempt), maxDelaySeconds)
  // Up to 10 % later, at most one second, so that clients of one limit do not return at the same moment.
  return asked > maxDelaySeconds ? undefined : asked + Math.random() * Math.min(1, asked / 10)
}

/** Between half of and the whole of 0.5, 1, 2 ... seconds. */
function backoff(attempt) {
  return baseSeconds * 2 ** attempt * (0.5 + Math.random() / 2)
}

function networkError(request, cause) {
  const { origin } = new URL(request.url)
  const browser =
    typeof document === 'undefined' ? '' : ' In a browser, operations without CORS, such as all of /v1, fail like this.'
  return new VitrineError('network_error', `No response from ${origin}.${browser}`, { cause })
}

function wait(seconds, signal) {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, seconds * 1000)
    signal.addEventListener('abort', abort, { once: true })
  })
}
