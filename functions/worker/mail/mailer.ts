import type { Env } from '../../../shared/env.ts'

/** A mail as text. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The id by which a mail program recognizes a repetition. */
  id?: string
  /** The URL that turns off such mails with one request (RFC 8058). */
  unsubscribe?: string
}

export interface Mailer {
  /** The base URL of the links in mails. */
  baseUrl: string
  send: (mail: Mail) => Promise<void>
}

const timeoutMilliseconds = 10_000
/** The time limit of one mail. A server that sends single bytes never reaches the timeouts of the connection. */
const mailSecondsMax = 15

/**
 * Returns the mailer of an environment: by SMTP, or to standard output with MAIL_TO_CONSOLE, which `npm start` sets. Null if
 * neither is configured; then no mail is sent and no link is printed.
 */
export function openMailer(env: Env, { secondsMax = mailSecondsMax } = {}): Mailer | null {
  const baseUrl = env.PUBLIC_BASE_URL ?? `http://127.0.0.1:${env.PORT}`
  const { SMTP_URL: url, MAIL_FROM: from } = env
  if (url && from)
    return { baseUrl, send: async (mail) => await within(secondsMax, sendBySmtp(url, { from, ...mail })) }
  if (!env.MAIL_TO_CONSOLE) return null
  return { baseUrl, send: async ({ to, subject, text }) => console.log(`\nMail to ${to}: ${subject}\n\n${text}`) }
}

/** Returns the result of the work, or throws after this time. The connection then ends by its own timeouts. */
async function within(seconds: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    const error = new Error(`The mail server did not accept the mail within ${seconds} s.`)
    timer = setTimeout(() => fail(error), seconds * 1000)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Sends one mail on a connection of its own. nodemailer is imported on first use, because few passes send a mail. */
async function sendBySmtp(url: string, { id, unsubscribe, ...mail }: Mail & { from: string }): Promise<void> {
  const { createTransport } = await import('nodemailer')
  // Without a name, nodemailer asks the operating system, which Deno does not permit.
  const name = mail.from.replace(/^.*@|>.*$/g, '')
  const transport = createTransport({
    url,
    name,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      ...mail,
      ...(id ? { messageId: `<${id}@${name}>` } : {}),
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe
          ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
          : {}),
      },
    })
  } finally {
    transport.close()
  }
}
