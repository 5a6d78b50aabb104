/**
 * Matches characters, also percent-encoded once or repeatedly, so that decoding a logged path does not reveal a key.
 */
const letters = (set: string) => `(?:[${set}]|%(?:25)*[2-7][0-9A-Fa-f])`
const word = (text: string) => [...text].map((letter) => `(?:${letter}|%(?:25)*${hex(letter)})`).join('')
const hex = (letter: string) =>
  letter
    .charCodeAt(0)
    .toString(16)
    .replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)

/**
 * Patterns of secrets: keys, tokens, webhook secrets, handoff links, passwords in URLs, codes and cookies. Codes and
 * cookies have no prefix; they match as long random words with a capital letter.
 */
const secrets = new RegExp(
  [
    `(?:${word('svc_')})?(?:${word('sk_')}|${word('pk_')}|${word('ak_')})(?:${word('live_')}|${word('test_')})?${letters('0-9A-Za-z')}{38}`,
    `${word('mcp_')}(?:${word('at_')}|${word('rt_')})${letters(String.raw`\w-`)}{43}`,
    `${word('whsec_')}${letters(String.raw`\w+/=-`)}+`,
    `${word('hnd_')}${letters('0-9a-f')}{32}`,
    String.raw`(?<=/handoff/)[^/?\s]+`,
    String.raw`(?<=://[^/\s:@"]*:)[^/\s"]+(?=@)`,
    String.raw`(?<![\w-])(?=[\w-]*[A-Z])[\w-]{43,}`,
  ].join('|'),
  'g',
)

/** Replaces secrets in a text by `***`. Callers sometimes send a key in the wrong place, for example as request id. */
export function redact(text: string): string {
  return text.replace(secrets, '***')
}

/**
 * Returns a log line as JSON. Secrets are redacted before serialization, because redaction of JSON text could cut an
 * escape sequence.
 */
export function logLine(fields: Record<string, unknown>): string {
  return JSON.stringify(fields, (_, value: unknown) => (typeof value === 'string' ? redact(value) : value))
}
