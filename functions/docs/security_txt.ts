const daysValid = 180
const dayMilliseconds = 86_400_000

/**
 * Returns the security contact of the installation (RFC 9116). `Expires` is a day in about half a year, because the
 * operator reviews the variable, not a file.
 */
export function securityTxt(contact: string, baseUrl: string, now: number): string {
  const expires = new Date((Math.floor(now / dayMilliseconds) + daysValid) * dayMilliseconds)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
