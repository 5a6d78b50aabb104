import { randomBytes } from 'node:crypto'

export interface Visit {
  status: number
  /** The target of a redirect to another site. */
  location: URL | null
  url: URL
  html: string
  headers: Headers
}

/** A minimal browser that keeps cookies, follows redirects on its site and submits forms. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly origin: string
  /** Each browser has its own client address, because rate limits count by address. */
  readonly ip = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`

  constructor(origin: string) {
    this.origin = origin
  }

  async open(address: string, init: RequestInit = {}): Promise<Visit> {
    const url = new URL(address, this.origin)
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'X-Forwarded-For': this.ip,
        ...init.headers,
      },
    })
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie)
    const target = response.headers.get('Location')
    const location = target === null ? null : new URL(target, url)
    if (location?.origin === url.origin && response.status === 303) return await this.open(location.href)
    return { status: response.status, location, url, html: await response.text(), headers: response.headers }
  }

  /** Submits the form of a page with this `action`, including its hidden fields. */
  async submit(page: Visit, action: string, fields: [string, string][] = []): Promise<Visit> {
    const form = page.html.split('<form').find((part) => part.includes(`action="${action}"`)) ?? ''
    const hidden = [...form.matchAll(/type="hidden"\s+name="(\w+)"\s+value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')] as [string, string],
    )
    return await this.post(action, [...hidden, ...fields])
  }

  async post(action: string, fields: [string, string][], headers: Record<string, string> = {}): Promise<Visit> {
    return await this.open(action, { method: 'POST', body: new URLSearchParams(fields), headers })
  }

  private keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (/max-age=0\b/i.test(cookie)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
