import { z } from 'zod'
import { createKey as makeKey, keyPrefixes } from '../../credentials/keys.ts'
import type { KeyPrefix } from '../../credentials/keys.ts'
import { hex } from '../../credentials/sha256.ts'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { integer } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const createKey = operation({
  name: 'console.create_key',
  method: 'post',
  path: '/console/brands/{brand_id}/keys',
  scope: 'console',
  summary: 'Create an API key',
  description:
    'Creates a key for this brand. The key is returned once; the database stores only its hash. Requires the role ' +
    'admin.',
  input: z.object({
    brand_id: shopId,
    prefix: choice(keyPrefixes),
    name: text(1, 100),
    scopes: z.array(text(1, 40), 'must be a list of scopes.').min(1, 'must have at least one scope.'),
    days: integer(1, 3650).optional().describe('Lifetime in days. Without it the key does not expire.'),
  }),
  prepare: {
    operation: 'console.admit_key',
    adds: ['hash', 'display'],
    run: async (input) => {
      const { key, hash, display } = await makeKey(input.prefix as KeyPrefix)
      return { input: { ...input, hash: hex(hash), display }, complete: (answer) => ({ ...answer, key }) }
    },
  },
  output: z.object({ id: z.string(), name: z.string(), key: z.string() }),
})
