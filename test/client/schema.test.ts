import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../functions/docs/openapi/document.ts'
import { clientFolder, clientTypes } from '../../cli/generate/client.ts'

const read = (file: string) => readFileSync(join(clientFolder, file), 'utf8')

describe('client package', () => {
  test('has the types of the current OpenAPI document (else run node cli/generate/client.ts)', async () => {
    expect(read('schema.d.ts') === (await clientTypes())).toBe(true)
  })

  test('has the major version of the API', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    const { info } = openApiDocument('https://vitrine.example')
    expect(version.split('.')[0]).toBe(info.version.split('.')[0])
  })

  test('depends on the versions that are tested here', () => {
    const { dependencies, files } = JSON.parse(read('package.json')) as {
      dependencies: Record<string, string>
      files: string[]
    }
    const own = JSON.parse(readFileSync(join(clientFolder, '..', 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    expect(dependencies).toEqual({
      'openapi-fetch': own.devDependencies['openapi-fetch'],
      standardwebhooks: own.devDependencies.standardwebhooks,
    })
    for (const file of files) expect(read(file).length).toBeGreaterThan(100)
  })
})
