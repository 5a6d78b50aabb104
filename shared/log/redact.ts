/** Characters as they are or %-encoded, once or more: whoever decodes the path of a log line has no key in hand. */
const letters = (set: string) => `(?:[${set}]|%(?:25)*[2-7][0-9A-Fa-f])`
const word = (text: string) => [...text].map((letter) => `(?:${letter}|%(?:25)*${hex(letter)})`).join('')
const hex = (letter: string) =>
  letter
    .charCodeAt(0)
    .toString(16)
    .replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)

/**
 * What opens something, wherever it stands and whatever it sticks to: keys, tokens, secrets of webhooks, links of a handoff,
 * passwords in URLs, codes and cookies. Of the last no more is known than that they are long and, being random, have capitals.
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

/** A text without the secrets that callers put where they do not belong, such as a key as the id of a request. */
export function redact(text: string): string {
  return text.replace(secrets, '***')
}

/** A line of a log. Secrets go out of each text before it is written as JSON, which would be none with half of an escape gone. */
export function logLine(fields: Record<string, unknown>): string {
  return JSON.stringify(fields, (_, value: unknown) => (typeof value === 'string' ? redact(value) : value))
}
