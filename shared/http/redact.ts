/** What opens something, wherever it may stand: keys, tokens, secrets of webhooks, links of a handoff, codes and cookies. */
const secrets = new RegExp(
  [
    String.raw`\b(?:svc_)?(?:sk|pk|ak)_(?:live_|test_)?[0-9A-Za-z]{38}\b`,
    String.raw`\bmcp_[ar]t_[\w-]{43}`,
    String.raw`\bwhsec_[A-Za-z0-9+/=]+`,
    String.raw`\bhnd_[0-9a-f]{32}`,
    String.raw`(?<=/handoff/)[^/?\s]+`,
    String.raw`(?<=://[^/\s:@"]*:)[^/\s@"]+(?=@)`,
    String.raw`(?<![\w-])[\w-]{43}(?![\w-])`,
  ].join('|'),
  'g',
)

/**
 * A line of a log without the secrets that callers put where they do not belong, such as a key as the id of a request.
 * Taken out of each text before it is written as JSON, which would be none with half of an escape gone.
 */
export function logLine(fields: Record<string, unknown>): string {
  return JSON.stringify(fields, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(secrets, '***') : value,
  )
}
