import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Described } from '../../functions/docs/pages/operation_pages.ts'
import { ExampleScene } from '../support/examples.ts'

let scene: ExampleScene
let paths: Record<string, Record<string, Described>>

beforeAll(async () => {
  scene = await ExampleScene.start()
  paths = ((await scene.api.http.get('/openapi.json')).body as { paths: typeof paths }).paths
})
afterAll(() => scene.stop())

/** Sends the example request body of the OpenAPI document. */
async function send(path: string, changes: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const [type, { example }] = Object.entries(paths[path]?.post?.requestBody?.content ?? {})[0] as [
    string,
    { example: object },
  ]
  const given = { ...example, ...changes }
  return await fetch(scene.api.url + path, {
    method: 'POST',
    headers: { 'Content-Type': type, ...headers },
    body: type === 'application/json' ? JSON.stringify(given) : new URLSearchParams(given as Record<string, string>),
  })
}

describe('documented requests that are not operations', () => {
  test('registration and authorization accept their examples', async () => {
    const registered = await send('/api/oauth/register')
    expect(registered.status).toBe(201)
    const { client_id } = (await registered.json()) as { client_id: string }
    const parameters = paths['/oauth/authorize']?.get?.parameters ?? []
    const given = parameters.map(({ name, example }) => [name, name === 'client_id' ? client_id : String(example)])
    const page = await fetch(`${scene.api.url}/oauth/authorize?${new URLSearchParams(given as [string, string][])}`, {
      redirect: 'manual',
    })
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/oauth\/consent\?request=/),
    ])
    const refused = await send('/api/oauth/token', { client_id })
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })])
    expect((await send('/api/oauth/revoke', { client_id })).status).toBe(200)
  })

  test('POST /mcp accepts its example', async () => {
    const answer = await send('/mcp', {}, { Authorization: `Bearer ${scene.keys.connector_test}` })
    expect(await answer.json()).toMatchObject({ result: { structuredContent: { data: [{ id: 'brd_aurora' }] } } })
  })

  test('discovery documents return 200 without a key', async () => {
    const documents = Object.entries(paths).filter(([, { get }]) => get?.tags[0] === 'discovery')
    expect(documents.length).toBeGreaterThan(5)
    for (const [path, { get }] of documents) {
      const response = await fetch(scene.api.url + path)
      const [type = ''] = Object.keys(get?.responses['200']?.content ?? {})
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        expect.stringContaining(type),
      ])
    }
  })
})
