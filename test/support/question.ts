import { expect } from 'vitest'
import type { Api } from './api.ts'

/** Asks a question over HTTP and returns the body of the answer, whose status must be 200. */
export async function askQuestion(api: Api, key: string, question: string, more: Record<string, unknown> = {}) {
  const { status, body } = await api.http
    .post('/v1/query')
    .send({ question, ...more })
    .set('Authorization', `Bearer ${key}`)
  expect([question, status]).toEqual([question, 200])
  return body
}
