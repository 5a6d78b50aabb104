import { oneLine } from './one_line.ts'
import type { Section } from './section.ts'

export interface SlackMessage {
  text: string
  blocks: object[]
  mrkdwn: boolean
  unfurl_links: boolean
  unfurl_media: boolean
}

/** Limits of Block Kit, in characters. */
const headerMax = 150
const textMax = 3000

/**
 * Returns a message for an incoming webhook. Texts of others are plain text, in which Slack reads no mentions, links, formatting or names of
 * emoji. Only titles and links, which have none, are mrkdwn. Everything is escaped too, as Slack asks for all text. `root` is the address of the brand.
 */
export function slackMessage(subject: string, sections: Section[], root: string): SlackMessage {
  const settings = { action: 'Choose what is sent here', path: '/settings/notifications' }
  const linkTo = ({ action, path }: { action: string; path: string }) =>
    mrkdwn(`<${escaped(new URL(`${root}${path}`).href)}|${escaped(action)}>`)
  return {
    text: escaped(oneLine(subject, 300)),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(oneLine(subject, headerMax), headerMax) },
      ...sections.flatMap(({ title, lines, place }) => [
        ...(title ? [{ type: 'section', text: mrkdwn(`*${escaped(title)}*`) }] : []),
        ...(lines.length > 0
          ? [{ type: 'section', text: plain(lines.map((line) => `• ${line}`).join('\n'), textMax) }]
          : []),
        ...(place ? [{ type: 'context', elements: [linkTo(place)] }] : []),
      ]),
      { type: 'context', elements: [linkTo(settings)] },
    ],
  }
}

/** Returns the three control characters of Slack as entities (https://docs.slack.dev/messaging/formatting-message-text). */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function plain(text: string, lengthMax: number): object {
  let shown = ''
  let length = 0
  for (const letter of text) {
    // An entity is longer than its character, and the ellipsis needs one.
    length += escaped(letter).length
    if (length >= lengthMax) return { type: 'plain_text', text: `${shown}…`, emoji: false }
    shown += escaped(letter)
  }
  return { type: 'plain_text', text: shown, emoji: false }
}

/** `verbatim`: Slack makes no links of addresses, names and channels that the text contains. */
function mrkdwn(text: string): object {
  return { type: 'mrkdwn', text, verbatim: true }
}
