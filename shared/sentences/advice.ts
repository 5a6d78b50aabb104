import type { Audience } from './audience.ts'

/** Advice that differs by what a reader can do. Readers with a shell get the command. Other readers are referred to the operator of the installation. */
type Advice = Readonly<Record<Audience['reader'], string>>

/** How a reader gets exchange rates. */
export const rateAdvice: Advice = {
  shell: 'Import the rates (vitrine import rates), then import the file again.',
  api: 'Ask the operator of the installation to import the rates and then the file again.',
  agent: 'The operator of the installation can import the rates and then the file again.',
  page: 'Ask the owner of the installation to import the rates and then the file again.',
}

/** How a reader gets the exchange rates that a connected account needs. The account is then read again by itself. */
export const missingRateAdvice: Advice = {
  shell: 'Import the rates: vitrine import rates.',
  api: 'Ask the operator of the installation to import these rates.',
  agent: 'The operator of the installation can import these rates.',
  page: 'Exchange rates apply to the whole installation. Ask its operator to import these rates.',
}

const askForSetUp = () => 'Ask the operator of the installation to register Vitrine at the platform.'

/** How a reader gets a platform at which the operator has not registered Vitrine. */
export const setUpAdvice: Readonly<Record<Audience['reader'], (platform: string) => string>> = {
  shell: (platform) => `Set ${platform.toUpperCase()}_CLIENT_ID and ${platform.toUpperCase()}_CLIENT_SECRET.`,
  api: askForSetUp,
  agent: () => 'The operator of the installation can register Vitrine at the platform.',
  page: askForSetUp,
}

/** How a reader finds the cause of a failed job. */
export const causeAdvice: Advice = {
  shell: 'The log of the worker has the cause.',
  api: 'If it fails again, ask the operator of the installation for the cause.',
  agent: 'The operator of the installation can find the cause.',
  page: 'If it fails again, ask the owner of the installation for the cause.',
}

/** What a reader can do about a forecast that the next nightly run computes. */
export const forecastAdvice: Advice = {
  shell: 'Wait until tomorrow, or run: vitrine worker --once forecasts',
  api: 'Wait until tomorrow, or ask the operator of the installation to compute it now.',
  agent: 'It is available tomorrow, or when the operator of the installation computes it.',
  page: 'The first forecast is computed after the import, and then every night.',
}

/** How a reader removes the doubt about the decimal mark of a price. */
export const decimalAdvice: Advice = {
  shell: 'Import with --decimal point or --decimal comma, or write it as 1234.50.',
  api: 'Write it as 1234.50.',
  agent: 'Write it as 1234.50.',
  page: 'Write it as 1234.50.',
}

const askForUpdate = 'Ask the operator of the installation to update Vitrine.'

/** How a reader gets a newer version of Vitrine. */
export const updateAdvice: Advice = {
  shell: 'Install a newer version of Vitrine.',
  api: askForUpdate,
  agent: 'The operator of the installation can update Vitrine.',
  page: askForUpdate,
}

/** How a reader gets another version of the interface of a platform. `setting` is what an operator can set. */
export const versionAdvice: Readonly<Record<Audience['reader'], (setting: string) => string>> = {
  shell: (setting) => `Update Vitrine, or set ${setting}.`,
  api: () => updateAdvice.api,
  agent: () => updateAdvice.agent,
  page: () => updateAdvice.page,
}

const askForKey = 'Ask the operator of the installation to add it.'

/** How a reader gets the key that encrypts the grants of platforms. */
export const keyAdvice: Advice = {
  shell: 'Add it to SOURCE_TOKEN_KEY, and try again.',
  api: askForKey,
  agent: 'The operator of the installation can add it.',
  page: askForKey,
}
