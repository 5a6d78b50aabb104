import { describe, expect, test } from 'vitest'
import { beginAuthorization, finishAuthorization } from '../../shared/sources/access/authorize.ts'
import type { SourceReply } from '../../shared/sources/call.ts'
import { exchangeCode } from '../../shared/sources/meta/authorization.ts'
import { retrying } from '../../shared/sources/access/retry.ts'
import type { Platform } from '../../shared/sources/platform.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { scriptedOptions, ScriptedPlatform, settings } from '../support/sources.ts'

const limit = (retryAfterSeconds?: number) =>
  new SourceError('limit_is_reached', 'retry', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
const outage = () => new SourceError('platform_is_unavailable', 'retry')

/** Finishes an authorization at a platform whose requests fail with these errors first. Returns how often each was sent. */
async function finish(errors: { exchange?: SourceError[]; list?: SourceError[] }) {
  const scripted = new ScriptedPlatform()
  const sent = { exchange: 0, list: 0 }
  const fail = (name: 'exchange' | 'list') => {
    sent[name] += 1
    const error = errors[name]?.shift()
    if (error) throw error
  }
  const platform: Platform = {
    ...scripted.platform,
    exchangeCode: async () => {
      fail('exchange')
      return { accessToken: 'token', scopes: [] }
    },
    listAccounts: async () => {
      fail('list')
      return []
    },
  }
  const registered = { platform, settings, options: scriptedOptions(scripted) }
  const redirectUri = 'https://vitrine.example/callback'
  const { pending } = await beginAuthorization({ ...registered, platform: named(platform) }, { redirectUri })
  const returned = { sealedVerifier: pending.sealed_verifier, redirectUri, shop: null, connectedBy: 'test' }
  const result = await finishAuthorization(registered, {
    ...returned,
    parameters: new URLSearchParams({ state }),
  }).then(
    () => 'connected',
    (thrown: SourceError) => thrown.reason,
  )
  return { result, ...sent }
}

let state = ''
const named = (platform: Platform): Platform => ({
  ...platform,
  authorizationUrl: (_, request) => {
    state = request.state
    return ''
  },
})

describe('an authorization that a platform limits', () => {
  test.each([
    ['before the code is exchanged', { exchange: [limit(), limit(2)] }, { result: 'connected', exchange: 3, list: 1 }],
    ['while the accounts are listed', { list: [limit(), outage()] }, { result: 'connected', exchange: 1, list: 3 }],
    [
      'without end',
      { exchange: Array.from({ length: 9 }, () => limit()) },
      { result: 'limit_is_reached', exchange: 4, list: 0 },
    ],
    ['for longer than a person waits', { exchange: [limit(11)] }, { result: 'limit_is_reached', exchange: 1, list: 0 }],
    [
      'for longer in sum',
      { exchange: [limit(6)], list: [limit(6)] },
      { result: 'limit_is_reached', exchange: 2, list: 1 },
    ],
  ])('%s', async (_, errors, expected) => {
    expect(await finish(errors)).toEqual(expected)
  })

  test('sends a code only once if the platform may have processed it', async () => {
    expect(await finish({ exchange: [outage()] })).toEqual({ result: 'platform_is_unavailable', exchange: 1, list: 0 })
  })

  test('by Meta after the code was exchanged, does not send the code again', async () => {
    const sent: string[] = []
    const reply = (status: number, body: unknown): SourceReply => ({
      status,
      headers: new Headers({ 'content-type': 'application/json' }),
      text: JSON.stringify(body),
    })
    const replies = [
      reply(200, { access_token: 'short' }),
      reply(400, { error: { code: 4, message: 'Application request limit reached' } }),
      reply(200, { access_token: 'long', expires_in: 5183944 }),
      reply(200, { data: [{ permission: 'ads_read', status: 'granted' }] }),
      reply(200, { id: '7' }),
    ]
    const call = {
      settings: { ...settings, addresses: { ...settings.addresses, META_GRAPH_BASE_URL: 'https://graph.example' } },
      accessToken: '',
      now: () => new Date(),
      retry: retrying(0),
      send: async ({ url }: { url: string }) => {
        const { pathname, searchParams } = new URL(url)
        sent.push(searchParams.has('code') ? 'code' : pathname.split('/').slice(2).join('/'))
        return replies.shift() as SourceReply
      },
    }
    const parameters = new URLSearchParams({ code: 'a code' })
    const grant = await exchangeCode(call, { parameters, redirectUri: 'https://vitrine.example', codeVerifier: '' })
    expect(grant).toMatchObject({ accessToken: 'long', subject: '7' })
    expect(sent).toEqual(['code', 'oauth/access_token', 'oauth/access_token', 'me/permissions', 'me'])
  })
})
