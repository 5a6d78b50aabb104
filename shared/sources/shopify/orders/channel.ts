/** Media of paid visits, as Google Analytics groups them. */
const paid = /cp|^ppc$|^retargeting$|^paid|^display$|^banner$/i

/**
 * Returns the channel of a visit. A paid visit has the name of its source, such as google, so that the spend of an ad platform belongs to one
 * channel. Another visit has source and medium. A visit without UTM parameters came by a link, or directly.
 */
export function channelOf(
  source: string | undefined,
  utm: { source: string | null; medium: string | null } | undefined,
): string {
  const from = (utm?.source || source || 'direct').trim().slice(0, 60)
  if (/^\(?(direct|none|unknown)\)?$/i.test(from)) return 'direct'
  if (!utm?.source) return `${from} / referral`
  const medium = utm.medium?.trim().slice(0, 36) ?? ''
  return medium === '' || paid.test(medium) ? from : `${from} / ${medium}`
}
