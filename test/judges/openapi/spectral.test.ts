import spectralCore from '@stoplight/spectral-core'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../../functions/docs/openapi/document.ts'
import { judge } from '../judge.ts'
import { versionOf } from '../packages.ts'

judge({ judge: 'Spectral', version: versionOf('@stoplight/spectral-core'), checks: 'OpenAPI, spectral:oas' }, () => {
  test('reports no error and no warning', async () => {
    const spectral = new spectralCore.Spectral()
    spectral.setRuleset({ extends: [spectralRulesets.oas as RulesetDefinition] })
    const problems = await spectral.run(openApiDocument('https://api.vitrine.example'))
    expect(problems.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)).toEqual([])
  })
})
