import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../../functions/docs/openapi/document.ts'
import { judge } from '../judge.ts'
import { versionOf } from '../packages.ts'

/** Problems of the ruleset that the document keeps, with the reason. */
const allowed = {
  // These operations redirect (303), which the rule does not count as success.
  'operation-2xx-response': ['/api/storefront/{brand_id}/handoff/{token} get', '/oauth/authorize get'],
  // Documents without parameters: no request for them is refused.
  'operation-4xx-response': [
    '/.well-known/oauth-authorization-server get',
    '/.well-known/oauth-protected-resource get',
    '/.well-known/osp.json get',
    '/openapi.json get',
  ],
}

// All rules of the set are on. The table says how many of their warnings are allowed.
const kept = Object.entries(allowed).map(([rule, places]) => `${places.length} of ${rule}`)
const checks = `OpenAPI, recommended; allowed warnings: ${kept.join(', ')}`

judge({ judge: 'Redocly', version: versionOf('@redocly/openapi-core'), checks }, () => {
  test('reports no error, and no warning without a reason', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(openApiDocument('https://api.vitrine.example'))
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    const found: Record<string, string[]> = {}
    for (const { ruleId, location } of problems) (found[ruleId] ??= []).push(operationAt(location[0]?.pointer ?? ''))
    for (const places of Object.values(found)) places.sort()
    expect(found).toEqual(allowed)
  })
})

/** Returns the path and method of a JSON pointer such as `#/paths/~1openapi.json/get/responses`. */
function operationAt(pointer: string): string {
  const [, topic, path = '', method = ''] = pointer.split('/')
  return topic === 'paths' ? `${path.replaceAll('~1', '/')} ${method}` : pointer
}
