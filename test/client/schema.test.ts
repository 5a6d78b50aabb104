import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../functions/docs/openapi/document.ts'
// @ts-expect-error: a part of the package without types of its own
import { rowMembers as members } from '../../client/pages.js'
import { clientFolder, clientTypes } from '../../cli/generate/client.ts'

const rowMembers: string[] = members

interface Operation {
  parameters?: { name: string }[]
  responses: Record<
    string,
    { content?: Record<string, { schema: { properties: Record<string, { type?: string }> } }> } | undefined
  >
}

const read = (file: string) => readFileSync(join(clientFolder, file), 'utf8')

describe('client package', () => {
  test('has the types of the current OpenAPI document (else run node cli/generate/client.ts)', async () => {
    expect(read('schema.d.ts') === (await clientTypes())).toBe(true)
  })

  test('has the license of the repository', () => {
    expect(read('LICENSE')).toBe(readFileSync(join(clientFolder, '..', 'LICENSE'), 'utf8'))
  })

  test('finds the rows of every operation with page or cursor', () => {
    const { paths } = openApiDocument('https://vitrine.example') as unknown as {
      paths: Record<string, { get?: Operation }>
    }
    const paged = Object.entries(paths).flatMap(([path, { get }]) => {
      const schema = get?.responses['200']?.content?.['application/json']?.schema
      const hasPages = get?.parameters?.some(({ name }) => name === 'page' || name === 'cursor')
      return hasPages && schema ? [[path, schema.properties] as const] : []
    })
    const hasRows = (members: Record<string, { type?: string }>) =>
      rowMembers.some((name) => members[name]?.type === 'array')
    expect(paged.filter(([, members]) => !hasRows(members))).toEqual([])
    expect(paged.length).toBeGreaterThan(15)
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
    expect(dependencies).toEqual({ 'openapi-fetch': own.devDependencies['openapi-fetch'] })
    for (const file of files) expect(read(file).length).toBeGreaterThan(100)
  })
})
