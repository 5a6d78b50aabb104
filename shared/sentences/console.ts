/** Sentences about the forms and pages of the console. */
export const consolePages = {
  page_may_not_write: () => 'Opening a page cannot change anything. Use the form on the page.',
  role_is_too_low: ({ role, required }: { role: string; required: string }) =>
    `You are ${role} of this brand; this takes ${required}. Ask a person with that role.`,
  form_is_outdated: () => 'This form is out of date. Go back, reload, and try again.',
  form_was_sent_before: () =>
    'This form was sent before, and its change is done: nothing was done again. A key or a secret that it made is shown once, ' +
    'in the response to the first submission. If that is lost, make another.',
  no_such_model: ({ models }: { models: string[] }) => `must be one of ${models.join(', ')}.`,
  too_many_keys: ({ keys_max }: { keys_max: number }) =>
    `this brand has ${keys_max} active keys already. Revoke one first.`,
  no_such_proposal: () => 'There is no such proposal for a brand of yours.',
  no_such_import: () => 'This brand has no such import.',
  no_such_key: () =>
    'There is no such active key within your reach. A key of the whole account takes an admin of all its brands.',
}
