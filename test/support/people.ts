import { expect, vi } from 'vitest'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { Mail } from '../../functions/worker/mail/mailer.ts'
import { sendMails } from '../../functions/worker/mail/send_mails.ts'
import type { Visit } from './browser.ts'
import { ConsoleScene, ownForm } from './console.ts'
import type { Member } from './console.ts'

/** A console with a brand, and a worker that keeps the mails it would send. */
export class PeopleScene {
  readonly console: ConsoleScene
  readonly worker: Database
  readonly brandId: string
  readonly root: string

  private constructor(scene: ConsoleScene, worker: Database, brandId: string) {
    this.console = scene
    this.worker = worker
    this.brandId = brandId
    this.root = `/console/brands/${brandId}`
  }

  static async start(signUp: 'open' | 'invited' | 'off' = 'invited'): Promise<PeopleScene> {
    const scene = await ConsoleScene.start({ isReachable: true, oauth: { signUp, mails: 'sent' } })
    const worker = createPool({ url: scene.database.workerUrl, connectionsMax: 1, now: '2026-11-20T12:00:00Z' })
    const { brandId } = await scene.brand({ name: 'Aurora\n& Co' })
    return new PeopleScene(scene, worker, brandId)
  }

  async stop(): Promise<void> {
    await this.worker.end({ timeout: 1 })
    await this.console.stop()
  }

  /** Sends the due mails. */
  async mails(): Promise<Mail[]> {
    const mails: Mail[] = []
    const send = async (mail: Mail) => void mails.push(mail)
    await sendMails(this.worker, { baseUrl: this.console.api.url, send }, () => undefined)
    return mails
  }

  async send({ browser }: Member, path: string, fields: Record<string, string> = {}): Promise<Visit> {
    const page = await browser.open('/oauth/security')
    const action = path.startsWith('/console') ? path : `${this.root}/people${path}`
    return await browser.post(action, [...ownForm(page), ...Object.entries(fields)])
  }

  async invite(member: Member, email: string, role = 'viewer'): Promise<Visit> {
    return await this.send(member, '', { email, role })
  }

  /** Invites an address, and returns the id of the invitation. */
  async invited(member: Member, email: string, role = 'viewer'): Promise<string> {
    await this.invite(member, email, role)
    const [row] = await this.console.database
      .sql`select invitation_id from core.invitations where email = ${email} and brand_id = ${this.brandId}`
    return row?.invitation_id as string
  }

  async roleOf({ person }: Member): Promise<string | undefined> {
    const [row] = await this.console.database
      .sql`select role from core.memberships where person_id = ${person.id} and brand_id = ${this.brandId}`
    return row?.role as string | undefined
  }

  /** Runs requests that need the lock of a brand at the same time: none begins to change it before all wait for it. */
  async together<Answer>(brandId: string, requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
    const { sql } = this.console.database
    return await sql
      .begin(async (transaction) => {
        await transaction`select from core.brands where brand_id = ${brandId} for no key update`
        const answers = requests.map((request) => request())
        await vi.waitFor(async () => {
          const [row] = await sql`
          select count(*)::integer as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%console.call%'`
          expect(row?.waiting).toBe(requests.length)
        }, 20_000)
        return answers
      })
      .then((answers) => Promise.all(answers))
  }

  /** Creates another brand with these members, for tests of the last owner. */
  async another(): Promise<{ brandId: string; people: string }> {
    const { brandId, root } = await this.console.brand()
    return { brandId, people: `${root}/people` }
  }
}
