import { page } from './page_audience.ts'
import { importStatements } from './statements/imports.ts'
import { sentenceFrom } from './warnings/warning.ts'
import type { Reason } from './warnings/warning.ts'

/** Sentences about the forms and pages of the console. */
export const consolePages = {
  a_page_may_not_write: () => 'Opening a page cannot change anything. Use the form on the page.',
  this_role_is_too_low: ({ role, required }: { role: string; required: string }) =>
    `This action requires the role ${required}. Your role is ${role}.`,
  this_form_is_outdated: () => 'This form is out of date. Go back, reload, and try again.',
  this_form_was_sent_before: () =>
    'This form was already submitted. The change was not repeated. If it created a key or a secret, that is shown once, in the response ' +
    'to the first submission. If it is lost, create another one.',
  you_own_too_many_brands: ({ brands_max }: { brands_max: number }) =>
    `You own ${brands_max} brands, which is the maximum. Ask the operator of this installation for more.`,
  this_brand_has_too_many_keys: ({ keys_max }: { keys_max: number }) =>
    `This brand has the maximum of ${keys_max} active keys. Revoke one first.`,
  attribution_changed_meanwhile: () =>
    'The attribution settings changed meanwhile, so your change was not saved. Compare it with the current settings, and save it again.',
  there_is_no_such_proposal: () => 'There is no such proposal for a brand of yours.',
  there_is_no_such_upload: () => 'This brand has no such upload. Uploads are deleted after a day.',
  this_upload_was_confirmed: () => 'This file was already confirmed. It is imported once.',
  this_upload_is_imported_elsewhere: () => 'Another process imports this file.',
  this_brand_has_too_many_uploads: ({ uploads_max }: { uploads_max: number }) =>
    `This brand has ${uploads_max} uploads that are not imported. Import or delete one first.`,
  import_cannot_be_undone: ({ statement }: { statement: Reason }) => sentenceFrom(importStatements, statement, page),
  later_reports_changed_this_import: () => 'Later reports changed some of these numbers.',
  there_is_no_such_import: () => 'This brand has no such import.',
  there_is_no_such_key: () =>
    'There is no such active key that you can change. Keys of the whole account require the role admin in all its brands.',
}
