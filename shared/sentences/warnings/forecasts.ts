import { causeAdvice } from '../advice.ts'
import type { Audience } from '../audience.ts'
import type { Account } from './account.ts'

type Reported = Account & { reported_through: string }

/** The days that a forecast covers, and those that it was trained on. */
export const forecastWarnings = {
  forecast_is_shorter: ({ horizon_days }: { horizon_days: number }) =>
    `The forecast covers ${horizon_days} days. The history is too short for more.`,
  forecast_is_outdated: ({ trained_through }: { trained_through: string }, { day }: Audience) =>
    `The forecast was trained through ${day(trained_through)}. Newer days are not reported or not used yet.`,
  training_ends_with_account: ({ reported_through, ...account }: Reported, { accountName, day }: Audience) =>
    `${accountName(account)} has reported through ${day(reported_through)} only. The forecast is trained on the days that every account has reported.`,
  training_goes_on_without_account: ({ reported_through, ...account }: Reported, { accountName, day }: Audience) =>
    `${accountName(account)} has reported through ${day(reported_through)} only. The forecast is trained on later days without this account.`,
  planned_spend_is_an_association: () =>
    'The effect of the planned spend is learned from weeks in which spend and revenue changed together. It is too large if budgets followed demand; an experiment measures it. ' +
    'The plan applies to all days of the forecast, also to days of sales and promotions, on which spend usually differs. The accuracy is that of forecasts without a plan.',
  forecast_was_not_renewed: ({ failed_on, error }: { failed_on: string; error: string }, { reader, day }: Audience) =>
    `This forecast could not be renewed on ${day(failed_on)} (error ${error}). It is retried every night. ${causeAdvice[reader]}`,
}
