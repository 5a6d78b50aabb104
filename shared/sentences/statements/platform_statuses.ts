/**
 * The words for the statuses of campaigns and ad accounts. Keys are the values of the platforms in lower case, without prefixes such as
 * `CAMPAIGN_STATUS_`: Google Ads API (CampaignStatus, CustomerStatus) and reports, Meta Marketing API (effective_status,
 * account_status) and reports, TikTok Business API (secondary_status of campaigns, status of advertisers).
 */
const campaigns: Readonly<Record<string, string>> = {
  active: 'Active',
  enable: 'Active',
  enabled: 'Active',
  eligible: 'Active',
  delivery_ok: 'Active',
  paused: 'Paused',
  disable: 'Paused',
  disabled: 'Paused',
  inactive: 'Paused',
  off: 'Paused',
  campaign_paused: 'Campaign paused',
  adset_paused: 'Ad set paused',
  delete: 'Removed',
  deleted: 'Removed',
  removed: 'Removed',
  archived: 'Archived',
  completed: 'Ended',
  recently_completed: 'Ended',
  ended: 'Ended',
  time_done: 'Ended',
  scheduled: 'Scheduled',
  pending: 'Scheduled',
  not_delivering: 'Not delivering',
  in_process: 'Being processed',
  with_issues: 'Has issues',
  pending_review: 'In review',
  advertiser_audit: 'Account in review',
  disapproved: 'Rejected',
  advertiser_audit_deny: 'Account rejected',
  advertiser_account_punish: 'Account restricted',
  advertiser_contract_pending: 'Contract pending',
  pending_billing_info: 'Needs billing details',
  limited_by_budget: 'Active, limited by budget',
  budget_exceed: 'Budget used up',
  unknown: 'Unknown status',
  unspecified: 'Unknown status',
}

const accounts: Readonly<Record<string, string>> = {
  active: 'Active',
  enable: 'Active',
  enabled: 'Active',
  not_enabled: 'Not active',
  account_is_unavailable: 'Closed or removed',
  permission_is_missing: 'No permission',
  canceled: 'Canceled',
  closed: 'Closed',
  suspended: 'Suspended',
  disable: 'Disabled',
  disabled: 'Disabled',
  limit: 'Restricted',
  unsettled: 'Payment is due',
  pending_settlement: 'Payment is pending',
  in_grace_period: 'Payment is overdue',
  pending_risk_review: 'In review',
  pending_confirm: 'In review',
  pending_verified: 'Not verified',
  confirm_fail: 'Review failed',
  confirm_fail_end: 'Review failed',
  confirm_modify_fail: 'Review failed',
  self_service_unaudited: 'Not reviewed',
  wait_for_bpm_audit: 'In review',
  wait_for_public_auth: 'Not verified',
  contract_pending: 'Contract pending',
  pending_closure: 'Being closed',
  unknown: 'Unknown status',
  unspecified: 'Unknown status',
}

/** Returns the word for a status of a campaign, ad set or ad. An unknown status is the platform's: a code in sentence case, a text as it is. */
export function statusOfCampaign(status: string): string {
  return wordOf(campaigns, status)
}

/** Returns the word for the status of an account at a platform, such as why it cannot be read. An unknown status is returned as in `statusOfCampaign`. */
export function statusOfAccount(status: string): string {
  return wordOf(accounts, status)
}

function wordOf(known: Readonly<Record<string, string>>, status: string): string {
  const name = status
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
    .replace(/^(?:campaign_|adgroup_|ad_)?status_/, '')
  if (Object.hasOwn(known, name)) return known[name] as string
  if (!/^(?:[A-Z\d_]+|[a-z\d_]+)$/.test(status)) return status
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
