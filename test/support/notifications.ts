import { randomUUID } from 'node:crypto'
import { openMailer } from '../../functions/worker/mail/mailer.ts'
import type { Mailer } from '../../functions/worker/mail/mailer.ts'
import { sendMails } from '../../functions/worker/mail/send_mails.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import { parseEnv } from '../../shared/env.ts'
import type { Visit } from './browser.ts'
import { ConsoleScene, ownForm } from './console.ts'
import type { Member } from './console.ts'
import { startSmtpSink } from './smtp_sink.ts'
import type { SmtpSink } from './smtp_sink.ts'

/** A message as a mail program reads it. */
export interface Received {
  to: string
  subject: string
  /** The header lines, unfolded. */
  headers: string[]
  text: string
}

/** Quiet hours as a person enters them. The days are 1 for Monday to 7, by default all. */
export interface QuietHours {
  starts_at: string
  ends_at: string
  days?: number[]
}

/** A console, a mail server and a worker that sends mails about brands. */
export class NotificationScene {
  readonly console: ConsoleScene
  readonly sink: SmtpSink
  readonly worker: Database
  readonly mailer: Mailer
  readonly log: Record<string, unknown>[] = []

  private constructor(scene: ConsoleScene, sink: SmtpSink) {
    this.console = scene
    this.sink = sink
    this.worker = createPool({ url: scene.database.workerUrl, connectionsMax: 2, now: '2026-11-20T12:00:00Z' })
    const env = { SMTP_URL: sink.url, MAIL_FROM: 'Vitrine <mail@vitrine.example>', PUBLIC_BASE_URL: scene.api.url }
    this.mailer = openMailer(parseEnv(env)) as Mailer
  }

  static async start(): Promise<NotificationScene> {
    const scene = await ConsoleScene.start({ isReachable: true, oauth: { mails: 'sent' } })
    return new NotificationScene(scene, await startSmtpSink())
  }

  async stop(): Promise<void> {
    this.sink.stop()
    await this.worker.end({ timeout: 1 })
    await this.console.stop()
  }

  async brand(name = 'Aurora') {
    const { brandId, root } = await this.console.brand({ name })
    return { brandId, root, page: `${root}/settings/notifications` }
  }

  /** Saves the choices of a member with the form of the page. */
  async choose({ browser }: Member, page: string, kinds: Record<string, boolean>): Promise<Visit> {
    const form = ownForm(await browser.open(page))
    const shown = Object.keys(kinds).map((kind): [string, string] => ['shown', kind])
    const checked = Object.entries(kinds).flatMap(([kind, isOn]): [string, string][] => (isOn ? [[kind, 'true']] : []))
    return await browser.post(page, [...form, ...shown, ...checked])
  }

  /** The version of the settings of the brand that the page shows to an admin. */
  async versionOf(page: string, { browser }: Member): Promise<string> {
    return /name="version" value="(\d+)"/.exec((await browser.open(page)).html)?.[1] ?? ''
  }

  /** Saves quiet hours with the form of the page. */
  async setHours(page: string, member: Member, hours: QuietHours, seen?: string): Promise<Visit> {
    const form = ownForm(await member.browser.open(page))
    const days = (hours.days ?? [1, 2, 3, 4, 5, 6, 7]).map((day): [string, string] => ['days', String(day)])
    const version = seen ?? (await this.versionOf(page, member))
    const times: [string, string][] = [
      ['version', version],
      ['starts_at', hours.starts_at],
      ['ends_at', hours.ends_at],
    ]
    return await member.browser.post(`${page}/quiet-hours`, [...form, ...times, ...days])
  }

  /** Stores proposals for the first campaign of a brand, and returns their ids. */
  async propose(brandId: string, count = 1): Promise<string[]> {
    const { sql } = this.console.database
    const rows = await sql`
      insert into connector.proposals (brand_id, target, change, rationale, idempotency_key, request_hash, created_by)
      select ${brandId}, '{"level": "campaign", "platform": "google", "id": "2"}', '{"kind": "budget", "to": 120}', 'It earns more.',
        ${randomUUID()} || number, '\\x00', 'key_x'
      from generate_series(1, ${count}) as number
      returning proposal_id`
    return rows.map(({ proposal_id }) => proposal_id as string)
  }

  /** Stores a connected account, and returns what makes it need attention and what makes it work again. */
  async source(brandId: string, name = 'Main account') {
    const { sql } = this.console.database
    const id = randomUUID().replaceAll('-', '')
    await sql`
      insert into sources.connections (connection_id, account_id, platform, sealed, connected_by)
      select ${`con_${id}`}, account_id, 'meta', ${`${'k'.repeat(16)}.sealed`}, 'a person' from core.brands where brand_id = ${brandId}`
    await sql`
      insert into sources.sources (brand_id, source_id, connection_id, platform, external_id, name, currency, timezone, last_read_at)
      values (${brandId}, ${`src_${id}`}, ${`con_${id}`}, 'meta', ${id}, ${name}, 'USD', 'UTC', platform.now())`
    return {
      fail: async () =>
        void (await sql`select sources.fail_connection(${`con_${id}`}, platform.statement('grant_is_dead'))`),
      recover: async () =>
        void (await sql`
          update sources.sources set status = 'connected', attention = null, attention_since = null where source_id = ${`src_${id}`}`),
    }
  }

  /** Lets this time pass for the mails about brands: a minute gathers events, and an hour follows a mail. */
  async wait(time: '1 minute' | '1 hour' | '1 day' | '60 days'): Promise<void> {
    const { sql } = this.console.database
    await sql`update oauth.notifications set noted_at = noted_at - ${time}::interval`
    await sql`
      update oauth.notification_mails
      set sent_at = sent_at - ${time}::interval, failed_at = failed_at - ${time}::interval,
        next_attempt_at = next_attempt_at - ${time}::interval, expires_at = expires_at - ${time}::interval`
    await sql`update oauth.unsubscribe_tokens set expires_at = expires_at - ${time}::interval`
  }

  /** Runs one pass of the worker, and returns the messages that the mail server received. */
  async pass(worker = this.worker): Promise<Received[]> {
    this.sink.messages.length = 0
    await sendMails(worker, this.mailer, (line) => this.log.push(line))
    return this.sink.messages.map(read)
  }

  /** Connections of another worker, whose clocks are fixed at this time. */
  workerAt(now: string): Database {
    const address = new URL(this.console.database.workerUrl)
    // The driver passes parameters of the URL on as settings of the session.
    address.searchParams.set('vitrine.clock', now)
    return createPool({ url: address.href, connectionsMax: 2, now })
  }

  /** Runs one pass of a worker at this time. */
  async passAt(now: string): Promise<Received[]> {
    const worker = this.workerAt(now)
    return await this.pass(worker).finally(() => worker.end({ timeout: 1 }))
  }

  /** The messages after a minute. */
  async mails(): Promise<Received[]> {
    await this.wait('1 minute')
    return await this.pass()
  }
}

/** Reads a message: headers, unfolded and decoded (RFC 2047), and its text. */
export function read(message: string): Received {
  const [head = '', ...body] = message.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]/g, ' ').split('\r\n')
  const header = (name: string) => headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  return { to: header('To'), subject: decoded(header('Subject')), headers, text: body.join('\r\n\r\n') }
}

/** The token of the link in a message that turns off its mails. */
export function tokenOf(mail: Received | undefined): string {
  return /\/oauth\/unsubscribe\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

function decoded(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?(Q|B)\?([^?]*)\?=/gi, (_, form: string, given: string) =>
      form.toUpperCase() === 'B' ? Buffer.from(given, 'base64').toString() : utf8(given.replaceAll('_', ' ')),
    )
}

function utf8(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
