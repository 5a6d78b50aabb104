import type { z } from 'zod'
import type { breakdown } from '../../../../shared/operations/analytics/breakdown.ts'
import type { view } from '../../../../shared/operations/console/view.ts'
import { accountTitle, placeOf, platformName } from '../../../../shared/pages/account_title.ts'
import type { NamedAccount } from '../../../../shared/pages/account_title.ts'
import type { Entity, Level } from './levels.ts'

export type Row = z.output<(typeof breakdown)['output']>['data'][number]
export type View = z.output<(typeof view)['output']>

/** Returns the name of a row at one of its levels. Rows below the level of accounts have the id of theirs only. */
export function nameOf(view: View, row: Row, { key }: Level): string {
  if (key === 'account') return accountTitle(accountOf(view, row))
  const id = String(row[`${key}_id`] ?? '')
  const campaign = row.campaign_name ?? row.campaign_id
  const unreported = campaign === undefined || campaign === null ? '' : `, campaign ${String(campaign)}`
  return String(row[`${key}_name`] ?? (id || `Not reported at this level${unreported}`))
}

/** The platform, and the account of a row that is below one. */
export function placeOfRow(view: View, row: Row, level: Level): string {
  return level.key === 'account' ? platformName(String(row.platform)) : placeOf(accountOf(view, row))
}

export function accountOf({ accounts }: View, row: Row): NamedAccount & { account_id: string | null } {
  const [platform, account_id] = [String(row.platform), (row.account_id ?? null) as string | null]
  const account = accounts.find((each) => each.platform === platform && each.id === account_id)
  return { platform, account_id, account_name: account?.name ?? null }
}

/** Returns the name of a selected entity, which every row within it has. Without rows, campaigns outside of the menu have their id. */
export function nameOfEntity(view: View, { level, id }: Entity, row: Row | undefined): string {
  if (row !== undefined) return nameOf(view, row, level)
  if (level.key === 'account') {
    const account = view.accounts.find((each) => each.id === id)
    return account ? accountTitle({ ...account, account_id: id, account_name: account.name }) : id
  }
  return view.campaigns.find((campaign) => level.key === 'campaign' && campaign.id === id)?.name ?? id
}
