/** The kinds of mails about a brand, in the order of the page. */
export const notificationKinds = ['alerts', 'sources', 'proposals', 'shop', 'experiments', 'imports', 'digest'] as const

export type NotificationKind = (typeof notificationKinds)[number]

/** What each kind is, for the page of the settings and for the page that turns it off. */
export const notificationNames: Record<NotificationKind, { name: string; about: string }> = {
  alerts: {
    name: 'Alerts',
    about:
      'New anomalies, alert rules that begin to hold, data of an account that stopped, and webhook endpoints that were disabled.',
  },
  sources: {
    name: 'Accounts that need attention',
    about: 'Connected accounts that a person must reconnect or correct.',
  },
  proposals: { name: 'Proposals', about: 'Changes that an agent proposes and that wait for a decision.' },
  shop: {
    name: 'Offers, orders and disputes',
    about:
      'Offers of agents that wait for a person of your shop, new orders that you must confirm, and disputes that were opened.',
  },
  experiments: {
    name: 'Experiments',
    about:
      'Days on which the ads of a planned or running experiment must be switched, the day before from 08:00 in the time zone of the brand.',
  },
  imports: { name: 'Your imports', about: 'Files that you uploaded and that were imported or refused.' },
  digest: {
    name: 'Weekly digest',
    about:
      'The last week against the week before, on Monday from 08:00 in the time zone of the brand: totals, what changed most, ' +
      'open anomalies and alerts, budgets and what waits for a decision.',
  },
}
