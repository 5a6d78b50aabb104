import type { PlatformName } from '../../sources/platform.ts'

/** Why an access reaches no account, and what the person can do, for each platform. */
export const noAccounts: Record<PlatformName, () => string> = {
  google_ads: () =>
    'This Google account has no account of Google Ads. Ask an admin of the ad account to invite this Google account with read-only access, or connect again with another Google account.',
  meta: () =>
    'This Facebook profile has no ad account. Ask an admin of the business portfolio to assign the ad account to this profile, or connect again with another profile.',
  tiktok: () =>
    'This TikTok account has no ad account. Ask an admin of the Business Center to assign the ad account to this TikTok account, or connect again with another one.',
  ga4: () =>
    'This Google account has no property of Google Analytics. Ask an administrator of the property to add this Google account as a viewer, or connect again with another Google account.',
  shopify: () => 'The shop gives no access to its data. Install the app in the shop again.',
}

/** The same if the access reaches accounts, but none of them can be read. `reasons` are why the platform does not let them be read. */
export const noReadableAccounts = (title: string, reasons: readonly (string | null | undefined)[]): string => {
  const isPermission = (reason: string | null | undefined) => reason === 'permission_is_missing'
  const ask = `Ask an admin of an account at ${title} to give you permission to read it`
  const activate = `activate an account at ${title}`
  const remedy = reasons.every(isPermission)
    ? ask
    : reasons.some(isPermission)
      ? `${ask}, ${activate}`
      : activate.replace('activate', 'Activate')
  return `No account of this access can be read. ${remedy}, or connect again with another access.`
}
