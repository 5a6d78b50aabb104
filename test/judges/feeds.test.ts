import { test } from 'vitest'
import { judge } from './judge.ts'

// Their published rules are in storefront.feed_rules (docs/methods/feeds.md), and tests of the product apply them. The owners do not check them.
for (const owner of ['Google Merchant Center', 'Meta', 'OpenAI', 'Shopify']) {
  const unjudged = 'the owner publishes pages of rules, and no schema or program that checks a file'
  judge({ judge: owner, version: 'pages of 2026-11-28', checks: 'feed file', unjudged }, () => {
    test.todo('accepts the feed of a catalog')
  })
}
