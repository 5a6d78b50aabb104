import { page } from './page_audience.ts'
import { importStatements } from './statements/imports.ts'
import { sentenceFrom } from './warnings/warning.ts'
import type { Reason } from './warnings/warning.ts'

const storedNames: Record<string, string> = {
  ad_reports: 'ad reports',
  accounts: 'connected accounts',
  pricing_policies: 'pricing policies',
}

/** Names what a brand has stored in its currency and by its days: "ad reports, orders". */
export const storedWords = (stored: readonly string[]) => stored.map((kind) => storedNames[kind] ?? kind).join(', ')

/** Sentences about the forms and pages of the console. */
export const consolePages = {
  a_page_may_not_write: () => 'Opening a page cannot change anything. Use the form on the page.',
  this_role_is_too_low: ({ role, required }: { role: string; required: string }) =>
    `This action requires the role ${required}. Your role is ${role}.`,
  must_have_a_start_and_an_end: () => 'must be set too. Quiet hours have a start and an end, or neither.',
  is_no_incoming_webhook: () =>
    'must be the URL of an incoming webhook, such as https://hooks.slack.com/services/T…/B…/….',
  no_slack_channel_is_connected: () => 'This brand has no Slack channel. Connect one first.',
  this_slack_channel_is_disabled: () => 'The Slack channel is disabled. Connect it again with a new incoming webhook.',
  must_not_be_quiet_always: () =>
    'must differ from the start, or choose fewer days. Otherwise no mail would ever be sent.',
  this_form_is_outdated: () => 'This form is out of date. Go back, reload, and try again.',
  this_form_was_sent_before: () => 'This form was already submitted. Its change was stored once and was not repeated.',
  you_are_not_a_member_any_more: () => 'You are not a member of this brand any more. Nothing was sent.',
  there_is_no_such_member: () => 'This brand has no such member.',
  only_an_owner_changes_owners: () => 'Only an owner can make a person an owner, or change or remove an owner.',
  only_admins_remove_others: () => 'Only admins and owners can remove other people.',
  you_are_the_owner: () => 'You are an owner already. Choose another member.',
  is_the_address_of_a_member: () => 'must not be that of a member. Change the role of the member instead.',
  is_invited_already: () => 'must not be that of an open invitation. Resend or withdraw that one.',
  this_brand_has_too_many_invitations: ({ invitations_max }: { invitations_max: number }) =>
    `This brand has the maximum of ${invitations_max} open invitations. Withdraw one first.`,
  there_is_no_such_invitation: () => 'This brand has no such invitation.',
  this_invitation_is_over: () => 'This invitation was used or withdrawn, or has expired. Ask the sender for a new one.',
  this_invitation_is_for_another_address: () =>
    'This invitation was sent to another e-mail address. Sign out, and sign in with the address that received it.',
  too_many_invitations_were_sent: () => 'Too many invitations were sent in this hour. Try again in an hour.',
  you_own_too_many_brands: ({ brands_max }: { brands_max: number }) =>
    `You own ${brands_max} brands, which is the maximum. Ask the operator of this installation for more.`,
  this_brand_has_too_many_keys: ({ keys_max }: { keys_max: number }) =>
    `This brand has the maximum of ${keys_max} active keys. Revoke one first.`,
  attribution_changed_meanwhile: () =>
    'The attribution settings changed meanwhile, so your change was not saved. Compare it with the current settings, and save it again.',
  targets_changed_meanwhile: () =>
    'The targets changed meanwhile, so your change was not saved. Compare it with the current targets, and save it again.',
  must_be_the_name_of_the_brand: () => 'must be the name of the brand, exactly as shown. Nothing was deleted.',
  some_targets_changed_meanwhile: ({ campaigns }: { campaigns: string[] }) =>
    `The targets of ${campaigns.length === 1 ? '1 campaign' : `${campaigns.length} campaigns`} changed meanwhile, so nothing was saved. ` +
    'Compare them with the current targets, and save again.',
  campaign_is_named_twice: () => 'must name each campaign once.',
  the_brand_changed_meanwhile: () =>
    'The settings of the brand changed meanwhile, so your change was not saved. Compare it with the current settings, and save it again.',
  the_profile_changed_meanwhile: () =>
    'The profile of the storefront changed meanwhile, so your change was not saved. Compare it with the current profile, and save it again.',
  fulfillment_changed_meanwhile: () =>
    'What the shop publishes changed meanwhile, so your change was not saved. Compare it with the current values, and save it again.',
  must_name_countries: ({ country }: { country: string }) =>
    `must name countries by ISO 3166 code or English name, such as DE or Germany. \`${country}\` is not a country code or name.`,
  shipping_option_is_repeated: ({ country }: { country: string }) =>
    `must not name ${country} twice for one service. Choose another name for the service, or change the other option.`,
  amounts_are_stored: ({ stored, currency }: { stored: string[]; currency: string }) =>
    `must stay ${currency}, because the brand has ${storedWords(stored)}. Stored amounts have no exchange rate, so they cannot be converted exactly. ` +
    'Create another brand in the new currency, and import the data there.',
  days_are_stored: ({ stored, timezone }: { stored: string[]; timezone: string }) =>
    `must stay ${timezone}, because the brand has ${storedWords(stored)}. Stored days have no hours, so they cannot be divided again. ` +
    'Create another brand in the new time zone, and import the data there.',
  must_name_a_campaign: () => 'must name a campaign of this brand.',
  month_has_too_many_targets: ({ targets_max }: { targets_max: number }) =>
    `A month has targets of at most ${targets_max} campaigns. Remove targets of other campaigns first.`,
  these_mails_are_not_for_this_role: ({ role }: { role: string }) => `These mails require the role ${role}.`,
  target_is_gone: ({ level }: { level: string }) =>
    `This ${level} is not in the reports of the brand any more, so the proposal cannot be approved. Reject it.`,
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
