import { expect, test } from 'vitest'
import { storefrontOperations } from '../../shared/operations/storefront.ts'

/** The protocol of an operation by its address and its headers, which the protocols give. */
function protocolOf({ path, headers = {} }: (typeof storefrontOperations)[number]): string {
  if ('UCP-Agent' in headers || path.endsWith('/.well-known/ucp')) return 'ucp'
  return 'API-Version' in headers || path.endsWith('/.well-known/acp.json') ? 'acp' : ''
}

test('the names of the operations of a protocol begin with it, and no others', () => {
  const named = storefrontOperations.map(({ name }) => /^storefront\.(ucp|acp)(_|$)/.exec(name)?.[1] ?? '')
  expect(named).toEqual(storefrontOperations.map(protocolOf))
  expect(new Set(named)).toEqual(new Set(['', 'ucp', 'acp']))
})
