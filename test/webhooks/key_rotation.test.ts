import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reseal } from '../../cli/secrets/reseal.ts'
import { sealedSecrets } from '../../cli/secrets/sealed_secrets.ts'
import { findUnreadableSecrets, unreadableSentence } from '../../functions/worker/webhooks/unreadable_secrets.ts'
import { openKeyRing } from '../../shared/key_ring.ts'
import { startApi } from '../support/api.ts'
import { verify } from '../support/receiver.ts'
import { later, noon, secretKey, WebhookScene } from '../support/webhooks.ts'
import type { Account } from '../support/webhooks.ts'

const newer = randomBytes(32).toString('base64')
const ring = `${newer},${secretKey}`
let scene: WebhookScene
let account: Account
let idOf: Record<'old' | 'new', string>

beforeAll(async () => {
  scene = await WebhookScene.start()
  account = await scene.account()
  const [newId, oldId] = (await openKeyRing(ring)).ids as [string, string]
  idOf = { old: oldId, new: newId }
})
afterAll(() => scene.stop())

async function keyIds(): Promise<string[]> {
  const rows = await scene.database.sql`select distinct key_id from webhooks.secrets order by key_id`
  return rows.map((row) => row.key_id as string)
}

describe('rotation of WEBHOOK_SECRET_KEY', () => {
  test('delivers with a ring that has the old key, and records secret_unreadable without it', async () => {
    const endpoint = await scene.endpoint(account, '/kept')
    await scene.emit(account.brandId)
    expect(await scene.pass(noon, { secretKey: newer })).toMatchObject({
      delivered: 0,
      failed: 1,
      secrets_unreadable: 1,
    })
    const [delivery] = await scene.deliveries(account, endpoint)
    expect(delivery?.attempts).toMatchObject([{ status: null, error: 'secret_unreadable' }])
    expect(await scene.pass(later(noon, 10), { secretKey: ring })).toMatchObject({ delivered: 1, failed: 0 })
    const received = scene.receiver.at('/kept')[0]
    expect(received && verify(received, endpoint.secret)).toBeTruthy()
  })

  test('encrypts new secrets with the newest key', async () => {
    const api = await startApi(scene.database, { webhooks: { secretKey: ring, allowsLoopback: true } })
    await api.http
      .post('/api/webhooks')
      .set('Authorization', `Bearer ${account.key}`)
      .send({ url: `${scene.receiver.url}/new` })
    await api.stop()
    expect(await keyIds()).toEqual([idOf.old, idOf.new].toSorted())
  })

  test('names the missing key and the number of affected endpoints', async () => {
    await scene.database
      .sql`update webhooks.endpoints set status = 'disabled', disabled_reason = 'by_request' where url like '%/new'`
    const found = await findUnreadableSecrets(scene.database.sql, randomBytes(32).toString('base64'))
    expect(found).toEqual(
      [
        { key_id: idOf.old, secrets: 1, endpoints: 1, slack_channels: 0 },
        { key_id: idOf.new, secrets: 1, endpoints: 0, slack_channels: 0 },
      ].toSorted((one, other) => (one.key_id < other.key_id ? -1 : 1)),
    )
    expect(await findUnreadableSecrets(scene.database.sql, ring)).toEqual([])
    expect(await findUnreadableSecrets(scene.database.sql, undefined)).toHaveLength(2)
    expect(unreadableSentence({ key_id: idOf.old, secrets: 1, endpoints: 2, slack_channels: 0 })).toBe(
      `WEBHOOK_SECRET_KEY lacks the key ${idOf.old}, which encrypts 1 webhook secret. Deliveries to 2 active endpoints fail. Add this key after the newest one.`,
    )
  })

  test('encrypts all secrets again, leaves those that it cannot read, and counts both', async () => {
    const foreign = await openKeyRing(randomBytes(32).toString('base64'))
    const lost = await scene.endpoint(account, '/lost')
    const moved = await scene.endpoint(account, '/moved')
    const sealed = await foreign.seal(new Uint8Array(32), 'lost')
    await scene.database.sql`update webhooks.secrets set sealed = ${sealed} where endpoint_id = ${lost.id}`
    await scene.database.sql`
      update webhooks.secrets as held set sealed = other.sealed from webhooks.secrets as other
      where held.endpoint_id = ${moved.id} and other.endpoint_id = (select endpoint_id from webhooks.endpoints where url like '%/kept')`
    expect(await reseal(scene.database.sql, sealedSecrets.WEBHOOK_SECRET_KEY, ring, { batch: 1 })).toEqual({
      resealed: 1,
      unreadable: 2,
    })
    expect(await reseal(scene.database.sql, sealedSecrets.WEBHOOK_SECRET_KEY, ring)).toEqual({
      resealed: 0,
      unreadable: 2,
    })
    await scene.database.sql`delete from webhooks.endpoints where endpoint_id in (${lost.id}, ${moved.id})`
    expect(await keyIds()).toEqual([idOf.new])
    await scene.emit(account.brandId)
    expect(await scene.pass(later(noon, 20), { secretKey: newer })).toMatchObject({ delivered: 1, failed: 0 })
  })

  test('loses no delivery and no rotation of a secret while secrets are encrypted again', async () => {
    const one = await scene.account()
    const endpoints = await Promise.all(Array.from({ length: 12 }, (_, index) => scene.endpoint(one, `/busy${index}`)))
    for (let turn = 0; turn < 3; turn++) await scene.emit(one.brandId)
    const rotations = endpoints.slice(0, 4).map(({ id }) => scene.ask(one.key, 'post', `/${id}/rotate-secret`))
    const [pass, ...counts] = await Promise.all([
      scene.pass(later(noon, 30), { secretKey: ring }),
      reseal(scene.database.sql, sealedSecrets.WEBHOOK_SECRET_KEY, ring, { batch: 2 }),
      reseal(scene.database.sql, sealedSecrets.WEBHOOK_SECRET_KEY, ring, { batch: 3 }),
      ...rotations,
    ])
    expect(pass).toMatchObject({ delivered: 36, failed: 0 })
    expect(counts.slice(0, 2)).toMatchObject([{ unreadable: 0 }, { unreadable: 0 }])
    await reseal(scene.database.sql, sealedSecrets.WEBHOOK_SECRET_KEY, ring)
    expect(await keyIds()).toEqual([idOf.new])
    await scene.emit(one.brandId)
    expect(await scene.pass(later(noon, 40), { secretKey: newer })).toMatchObject({ delivered: 12, failed: 0 })
  })
})
