/** Returns the seconds that the header Retry-After asks to wait (RFC 9110, section 10.2.3: seconds or a date). Undefined without it. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const given = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(given)) return Number(given)
  const at = /\bGMT$/.test(given) ? Date.parse(given) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000))
}
