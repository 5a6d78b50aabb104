import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/**
 * What only the console can do, with the reason (docs/decisions/console.md). An operation that is not listed must also have a route of the
 * API or a tool.
 */
const consoleOnly: Record<string, string[]> = {
  'A leaked key must not give access to others, end that of others, or connect accounts of platforms.': [
    'console.answer_invitation',
    'console.apps',
    'console.change_role',
    'console.create_brand',
    'console.create_key',
    'console.delete_brand',
    'console.invitation',
    'console.invite',
    'console.keys',
    'console.move_invitation',
    'console.people',
    'console.remove_member',
    'console.revoke_key',
    'console.transfer_ownership',
    'sources.choose_accounts',
    'sources.move_source',
    'sources.reachable_accounts',
    'sources.start_authorization',
    'sources.store_connection',
    'sources.take_authorization',
  ],
  'A person judges what programs suggest. A program must not approve its own proposal.': [
    'console.decide_proposal',
    'console.find_proposal',
    'console.proposals',
  ],
  'An admin answers for what the numbers of the brand mean and what its shop publishes.': [
    'console.brand_settings',
    'console.campaign_targets',
    'console.change_attribution',
    'console.fulfillment_settings',
    'console.pricing_policy',
    'console.publish_storefront',
    'console.remove_pricing_policy',
    'console.set_brand',
    'console.set_fulfillment',
    'console.set_storefront',
    'console.set_target',
    'console.set_targets',
    'console.storefront_settings',
  ],
  'The command line imports files. An upload is that for people, with a preview and an undo.': [
    'console.confirm_upload',
    'console.delete_upload',
    'console.emptied_fields',
    'console.import_file',
    'console.imports',
    'console.start_upload',
    'console.undo_import',
    'console.upload',
    'console.uploads',
  ],
  'They concern messages to the person or to a channel. Programs have webhooks.': [
    'console.connect_slack',
    'console.disconnect_slack',
    'console.notification_settings',
    'console.set_notifications',
    'console.set_quiet_hours',
    'console.test_slack',
  ],
  'A page in one call. The API has each part.': [
    'commerce.shop_negotiations',
    'commerce.shop_orders',
    'console.anomaly_days',
    'console.anomaly_moves',
    'console.view',
  ],
}

/** The operations that SQL registers for the console and for no other function. */
const registered = globSync('sql/**/*.sql', { cwd: root })
  .flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/register_operation\('((\w+)\.\w+)'([^;]*)\);/g),
  ])
  .filter(([, , topic, more = '']) => {
    const servedBy = /served_by => '\{([\w,]+)\}'/.exec(more)?.[1] ?? topic
    return servedBy === 'console' && !more.includes('is_part => true')
  })
  .map(([, name]) => name)

describe('operations of the console', () => {
  test('are in the API or a tool too, except those that have a stated reason', () => {
    expect(registered.toSorted()).toEqual(Object.values(consoleOnly).flat().toSorted())
  })

  test('have their reasons in the decisions', () => {
    const decisions = readFileSync(join(root, 'docs/decisions/console.md'), 'utf8')
    for (const reason of Object.keys(consoleOnly)) expect(decisions).toContain(reason)
  })
})
