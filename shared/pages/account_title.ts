/** How pages name ad platforms and ad accounts. */

const platformNames: Record<string, string> = {
  ga4: 'Google Analytics 4',
  google_ads: 'Google Ads',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  x: 'X',
  youtube: 'YouTube',
}

/** Returns the name of an ad platform as it writes itself, also within longer names: google as Google, tiktok ads as TikTok ads. */
export function platformName(platform: string): string {
  const known = platformNames[platform]
  if (known !== undefined) return known
  const words = platform
    .split(/[_ ]/)
    .map((word) => platformNames[word] ?? word)
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** An ad account. Its name is null, or its id, if the platform reports none. */
export interface NamedAccount {
  platform: string
  account_id?: string | null | undefined
  account_name?: string | null | undefined
}

/**
 * Returns the title of an ad account: its name, or else its platform and id, as in Snapchat account 123. An id that is only the name of
 * the platform, as in a report without ids of accounts, is left out.
 */
export function accountTitle(account: NamedAccount): string {
  if (hasName(account)) return account.account_name as string
  const { platform, account_id } = account
  const title = `${platformName(platform)} account`
  return !account_id || account_id.toLowerCase() === platform.toLowerCase() ? title : `${title} ${account_id}`
}

/** Returns the platform and the account of a campaign: Meta, Aurora Europe. The title of an account without a name has its platform. */
export function placeOf(account: NamedAccount): string {
  if (!account.account_id) return platformName(account.platform)
  return hasName(account) ? `${platformName(account.platform)}, ${account.account_name}` : accountTitle(account)
}

function hasName({ account_id, account_name }: NamedAccount): boolean {
  return account_name !== null && account_name !== undefined && account_name !== '' && account_name !== account_id
}
