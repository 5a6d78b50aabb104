import { sourceStatements } from './statements/sources.ts'

/** Sentences about connected accounts. Those about what a person must do are in statements/sources.ts. */
export const sources = {
  authorization_is_foreign: () =>
    'This authorization was not started here, its session has ended, or it is older than 10 minutes. Connect the account again.',
  authorization_is_used: () => 'This link was used already. The Sources page shows which accounts are connected.',
  an_earlier_access_is_being_ended: () =>
    'An earlier access to this platform is being ended. Reload the page in a few seconds.',
  names_no_account_of_the_connection: ({ account_ids }: { account_ids: string[] }) =>
    `must be accounts that the given access reaches. It does not reach ${account_ids.join(', ')}.`,
  names_an_account_that_cannot_be_read: ({ account_ids }: { account_ids: string[] }) =>
    `must be accounts that can be read. The platform does not give data of ${account_ids.join(', ')}.`,
  there_is_no_such_connection: () => 'There is no such connection. Connect the account again.',
  there_is_no_such_source: () => 'The brand has no such source.',
  this_source_is_disconnected: () => 'This source is disconnected. Connect its account again.',
  this_source_is_paused: () => 'The source is paused. Resume it first.',
  another_process_reads_this_source: () => 'Another process reads this source, or it was paused or disconnected.',
  reply_has_repeated_rows: ({ rows }: { rows: number }) => `The reply has ${rows} repeated rows.`,
  exchange_rates_are_missing: sourceStatements.exchange_rates_are_missing,
}
