import { sendMessages } from '../../functions/worker/slack/send_messages.ts'
import type { MessageOptions, MessagePass } from '../../functions/worker/slack/send_messages.ts'
import type { Visit } from './browser.ts'
import { ownForm } from './console.ts'
import type { Member } from './console.ts'
import { createTenant } from './factories.ts'
import { ingest } from './ingest.ts'
import { NotificationScene } from './notifications.ts'
import { startReceiver } from './receiver.ts'
import type { Behavior, Receiver } from './receiver.ts'
import { secretKey } from './webhooks.ts'

/** What Slack reads in a message. */
export interface Posted {
  text: string
  mrkdwn: boolean
  blocks: { type: string; text?: TextObject; elements?: TextObject[] }[]
}

interface TextObject {
  type: 'mrkdwn' | 'plain_text'
  text: string
  emoji?: boolean
  verbatim?: boolean
}

/** A console, a local receiver in place of Slack, and a worker that sends messages to it. */
export class SlackScene {
  readonly notifications: NotificationScene
  readonly receiver: Receiver

  private constructor(notifications: NotificationScene, receiver: Receiver) {
    this.notifications = notifications
    this.receiver = receiver
  }

  static async start(): Promise<SlackScene> {
    return new SlackScene(await NotificationScene.start(), await startReceiver())
  }

  async stop(): Promise<void> {
    await this.receiver.stop()
    await this.notifications.stop()
  }

  /** A brand with two days of data, with an admin and a channel at a path of the receiver. */
  async brand(path: string, { name = 'Aurora', days = ['2026-11-18', '2026-11-19'] } = {}) {
    const { console: scene } = this.notifications
    const { brandId } = await createTenant(scene.database.sql, { name })
    const campaign = { platform: 'google', account_id: 'a', campaign_id: '2', campaign_name: 'Two' }
    if (days.length > 0)
      await ingest(
        scene.database,
        brandId,
        days.map((date) => ({ date, ...campaign, spend: 100, conversions: 4 })),
      )
    const root = `/console/brands/${brandId}`
    const page = `${root}/settings/notifications`
    const admin = await scene.member(brandId, 'admin')
    const { status, html } = await this.connect(page, admin, this.addressOf(path))
    if (!html.includes('The Slack channel is connected.')) throw new Error(`The channel was not connected: ${status}`)
    return { brandId, root, page, admin, path: this.pathOf(path) }
  }

  /** Sends one of the forms about Slack. */
  async send(page: string, { browser }: Member, action: '' | '/test' | '/disconnect', fields: [string, string][] = []) {
    return await browser.post(`${page}/slack${action}`, [...ownForm(await browser.open(page)), ...fields])
  }

  async connect(page: string, member: Member, url: string): Promise<Visit> {
    return await this.send(page, member, '', [['webhook_url', url]])
  }

  pathOf(name: string): string {
    return `/services/T00/B00/${name}`
  }

  addressOf(name: string): string {
    return this.receiver.url + this.pathOf(name)
  }

  /** The messages that arrived at a path, including those that it refused. */
  at(path: string): Posted[] {
    return this.receiver.at(path).map(({ body }) => body as unknown as Posted)
  }

  /** Runs one pass of a worker at this time. */
  async passAt(now: string, options: Partial<MessageOptions> = {}): Promise<MessagePass> {
    const { console: scene, log } = this.notifications
    const worker = this.notifications.workerAt(now)
    const given = { secretKey, allowsLoopback: true, baseUrl: scene.api.url, ...options }
    return await sendMessages(worker, given, (line) => log.push(line)).finally(() => worker.end({ timeout: 1 }))
  }
}

/** A response of the receiver. */
export function answers(status: number, text = '', headers: Record<string, string> = {}): Behavior {
  return (response) => response.writeHead(status, headers).end(text)
}

/** The texts of a message that Slack reads as markup. */
export function markupOf({ blocks }: Posted): string[] {
  return blocks
    .flatMap(({ text, elements = [] }) => [...(text ? [text] : []), ...elements])
    .filter(({ type }) => type === 'mrkdwn')
    .map(({ text }) => text)
}

/** The part about Slack of the page that an admin sees. */
export async function settingsOf({ page, admin }: { page: string; admin: Member }): Promise<string> {
  const { html } = await admin.browser.open(page)
  return html.slice(html.indexOf('<h2 id="slack">'), html.indexOf('<h2 id="quiet-hours">')).replaceAll(/\s+/g, ' ')
}
