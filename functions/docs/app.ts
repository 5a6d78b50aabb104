import type { Context } from 'hono'
import { compress } from 'hono/compress'
import { sendCopyScript } from '../../shared/pages/copy_script.ts'
import { parseEnv } from '../../shared/env.ts'
import { createApp } from '../../shared/http/app.ts'
import type { App, Services } from '../../shared/http/app.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { negotiationExtension } from '../../shared/storefront/negotiation_extension.ts'
import { refuseOtherMethods } from '../../shared/http/method_not_allowed.ts'
import { CachedDocument } from './cached_document.ts'
import { sendExplorer } from './reference/assets.ts'
import { contents, markdownSource } from './pages/contents.ts'
import type { Page, Section } from './pages/page.ts'
import { explorerStylesheet, insideStylesheet } from './reference/explorer_stylesheet.ts'
import { frontMarkdown, frontPage } from './pages/front.ts'
import { icon } from './pages/icon.ts'
import { layout, missingBody } from './pages/layout.ts'
import { renderMarkdown } from './pages/markdown.ts'
import { writtenDocument } from './pages/written_document.ts'
import { forEverybody, pageHeaders } from './page_headers.ts'
import { referencePage } from './reference/reference.ts'
import { referenceScript } from './reference/reference_script.ts'
import type { SearchPage } from './search/search_page.ts'
import { securityTxt } from './security_txt.ts'
import { storefrontHost } from './storefront_host.ts'
import { stylesheet } from './pages/stylesheet.ts'

export interface DocsOptions {
  /** Whether a visitor can create an account, to which the front page then links. Default: as the environment says. */
  offersSignUp?: boolean
}

function isSignUpOpen(): boolean {
  const { SIGN_UP, SUPABASE_URL } = parseEnv()
  return SIGN_UP === 'open' && !SUPABASE_URL
}

/** The documentation and the OpenAPI document. Needs no key and no database. */
export function createDocs(services: Services, { offersSignUp = isSignUpOpen() }: DocsOptions = {}): App {
  const { publicBaseUrl, publicApiUrl } = services
  const app = createApp({ services, renderError: analyticsErrorBody })
  const document = writtenDocument(publicBaseUrl, publicApiUrl)
  // The site is built on the first request that needs it. Requests for the OpenAPI document do not.
  let made: Site | undefined
  const site = () => (made ??= makeSite(document, publicBaseUrl, offersSignUp))
  let search: ((parameters: URLSearchParams) => SearchPage) | undefined

  // Registered before `compress`, which would compress each response again.
  const openapi = new CachedDocument(document)
  app.get('/openapi.json', forEverybody, (context) => openapi.send(context))
  routeSchemas(app, publicBaseUrl)
  app.use(compress({ threshold: 1024 }))
  app.get('/.well-known/osp.json', forEverybody, (context) => context.json(storefrontHost(publicBaseUrl)))
  const { securityContact } = services
  if (securityContact) {
    app.get('/.well-known/security.txt', forEverybody, (context) =>
      sendText(context, 'plain', securityTxt(securityContact, publicBaseUrl, Date.now())),
    )
    refuseOtherMethods(app, '/.well-known/security.txt', ['GET'])
  }
  app.get('/llms.txt', forEverybody, (context) =>
    sendText(context, 'plain', frontMarkdown(site().sections, publicBaseUrl)),
  )

  app.get('/', (context) => context.redirect('/docs', 302))
  app.use('/docs/*', pageHeaders(publicBaseUrl))
  app.use('/docs', pageHeaders(publicBaseUrl))
  app.get('/docs', (context) => context.html(layout(site().front)))
  app.get('/docs.md', (context) => sendText(context, 'markdown', frontMarkdown(site().sections, publicBaseUrl)))
  app.get('/docs/reference', (context) => context.html(referencePage(site().sections)))
  app.get('/docs/reference.md', (context) =>
    sendText(context, 'markdown', frontMarkdown(site().sections, publicBaseUrl)),
  )
  // Browsers request /favicon.ico for pages that name no icon, such as those of the console and of the sign-in.
  for (const path of ['/docs/icon.svg', '/favicon.ico']) {
    app.get(path, (context) => context.body(icon, 200, { 'Content-Type': 'image/svg+xml' }))
  }
  app.get('/docs/style.css', (context) => sendText(context, 'css', stylesheet))
  app.get('/docs/explorer.css', (context) => sendText(context, 'css', explorerStylesheet))
  app.get('/docs/explorer_inside.css', (context) => sendText(context, 'css', insideStylesheet))
  app.get('/docs/reference.js', (context) => sendText(context, 'javascript', referenceScript))
  app.get('/docs/explorer.js', sendExplorer)
  app.get('/docs/copy.js', sendCopyScript)
  app.get('/docs/', (context) => context.redirect('/docs', 301))
  // Imported on request, to keep cold starts fast.
  app.get('/docs/pictures/:brand/:file', async (context) => (await import('./pictures.ts')).sendPicture(context))
  app.get('/docs/search', async (context) => {
    const { pages, sections } = site()
    search ??= (await import('./search/search_page.ts')).createSearch([...pages.values()], sections)
    const { html, status } = search(new URL(context.req.url).searchParams)
    return context.html(html, status)
  })
  app.get('/docs/:path{.+}', (context) => {
    const requested = context.req.param('path')
    const { pages, sections } = site()
    const path = requested.replace(/(\.md|\/)$/, '')
    const page = pages.get(path)
    if (!page && path !== 'reference') return sendMissing(context, sections)
    if (!page || requested.endsWith('/')) return context.redirect(`/docs/${path}`, 301)
    if (requested.endsWith('.md')) return sendText(context, 'markdown', markdownSource(page))
    return context.html(layout({ ...page, body: renderMarkdown(page.markdown), sections }))
  })
  for (const path of ['/docs', '/docs/*', '/openapi.json', '/llms.txt', '/favicon.ico', '/.well-known/osp.json']) {
    refuseOtherMethods(app, path, ['GET'])
  }
  return app
}

/** Serves the documents of the negotiation extension at the addresses that it has in profiles. */
function routeSchemas(app: App, baseUrl: string): void {
  const extension = negotiationExtension(baseUrl)
  if (extension === null) return
  // Imported on request, because few requests need it.
  const documents = {
    schema: async () => (await import('./schemas/negotiation.ts')).extensionSchema(extension),
    rest: async () => (await import('./schemas/negotiation.ts')).openapi(extension),
    mcp: async () => (await import('./schemas/negotiation.ts')).openrpc(extension),
  }
  for (const [kind, write] of Object.entries(documents)) {
    const path = extension[kind as keyof typeof documents].slice(baseUrl.length)
    let document: CachedDocument | undefined
    app.get(path, forEverybody, async (context) => (document ??= new CachedDocument(await write())).send(context))
    refuseOtherMethods(app, path, ['GET'])
  }
}

interface Site {
  sections: Section[]
  pages: Map<string, Page>
  front: Parameters<typeof layout>[0]
}

function makeSite(document: ReturnType<typeof writtenDocument>, baseUrl: string, offersSignUp: boolean): Site {
  const sections = contents(document, baseUrl)
  const pages = new Map(sections.flatMap((section) => section.pages).map((page) => [page.path, page]))
  const topics = Object.fromEntries(document.tags.map(({ name, description }) => [name, description]))
  return {
    sections,
    pages,
    front: { title: 'Vitrine', path: '', body: frontPage(sections, topics, baseUrl, offersSignUp), sections },
  }
}

/** The 404 response: HTML, or Markdown when the path ends with .md. */
function sendMissing(context: Context<AppEnv>, sections: Section[]): Response | Promise<Response> {
  const { path } = context.req
  context.header('Cache-Control', 'no-store')
  context.status(404)
  if (path.endsWith('.md')) return sendText(context, 'markdown', '# Page not found\n\nSee /llms.txt.\n')
  return context.html(layout({ title: 'Page not found', path: null, body: missingBody(path), sections }))
}

function sendText(context: Context<AppEnv>, kind: 'plain' | 'markdown' | 'css' | 'javascript', text: string): Response {
  return context.body(text, { headers: { 'Content-Type': `text/${kind}; charset=utf-8` } })
}
