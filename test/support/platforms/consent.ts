import type { Reply } from './server.ts'

export interface ConsentPage {
  title: string
  /** The scopes that the person can deselect. */
  scopes: readonly string[]
  /** What else the person chooses, with its values; the first is the default. */
  choices?: Record<string, readonly string[]>
}

/** Returns the page on which a person approves or denies. Its form is sent to the address of the page. */
export function consentPage({ title, scopes, choices = {} }: ConsentPage): Reply {
  const boxes = scopes.map(
    (scope) => `<label><input type="checkbox" name="scope" value="${escape(scope)}" checked> ${escape(scope)}</label>`,
  )
  const selects = Object.entries(choices).map(
    ([name, values]) =>
      `<label>${name} <select name="${name}">${values.map((value) => `<option>${escape(value)}</option>`).join('')}</select></label>`,
  )
  const body = `<!DOCTYPE html><html lang="en"><title>${escape(title)}</title><h1>${escape(title)}</h1>
<form method="post">${[...selects, ...boxes].join('<br>')}
<p><button name="decision" value="approve">Allow</button> <button name="decision" value="deny">Cancel</button></p></form></html>`
  return { status: 200, type: 'text/html; charset=UTF-8', body }
}

/** Returns a page that says why a platform refuses to ask for consent. Platforms do not redirect in these cases. */
export function refusalPage(status: number, reason: string): Reply {
  const body = `<!DOCTYPE html><html lang="en"><title>Error</title><h1>Error ${status}</h1><p>${escape(reason)}</p></html>`
  return { status, type: 'text/html; charset=UTF-8', body }
}

export function redirect(target: URL | string): Reply {
  return { status: 302, headers: { location: String(target) }, type: 'text/html; charset=UTF-8', body: '' }
}

export interface Decision {
  approve: boolean
  /** The scopes that stay selected. Without it, all. */
  scopes?: readonly string[]
  /** Values of the other choices of the page. */
  choices?: Record<string, string>
}

/**
 * Opens the authorization address as the browser of a person, decides, and returns the address to which the platform
 * redirects. Throws if the platform refuses to show its page.
 */
export async function decide(address: string | URL, { approve, scopes, choices = {} }: Decision): Promise<URL> {
  const page = await fetch(address, { redirect: 'manual' })
  const text = await page.text()
  if (page.status !== 200) throw new Error(`The platform refused (${page.status}): ${text}`)
  const offered = [...text.matchAll(/name="scope" value="([^"]*)"/g)].map(([, scope = '']) => unescape(scope))
  const form = new URLSearchParams([
    ['decision', approve ? 'approve' : 'deny'],
    ...(scopes ?? offered).map((scope) => ['scope', scope]),
    ...Object.entries(choices),
  ])
  const answer = await fetch(address, { method: 'POST', body: form, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (!location) throw new Error(`The platform did not redirect (${answer.status}): ${await answer.text()}`)
  return new URL(location, address)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
