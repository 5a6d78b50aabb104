import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { moveSource as move } from '../../../shared/operations/sources/move_source.ts'
import { sources } from '../../../shared/operations/sources/sources.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm } from '../kept_form/shown_form.ts'
import { sendFormPage, sendPage } from '../page.ts'
import { read, request, write } from '../page_context.ts'
import { brandsPage } from '../pages/brands.ts'
import { sourceNotices, sourcesPage } from '../pages/sources.ts'
import type { SourcesPage } from '../pages/sources.ts'
import { pageQuery } from '../parts/page_query.ts'

/** Lists the person's brands with links to their sources. Redirects to the sources if there is only one brand. */
export function chooseSourcesBrand(app: AppContext): Handler {
  return async (context) => {
    pageQuery(context, [])
    const { pageContext } = await read(app, context, [])
    const [only, another] = pageContext.brands
    if (only && !another) return context.redirect(`/console/brands/${only.id}/sources`, 303)
    return await sendPage(context, {
      title: 'Sources',
      pageContext,
      body: brandsPage(pageContext, { section: '/sources', createsBrands: app.createsBrands }),
    })
  }
}

export function showSources(app: AppContext): Handler {
  return async (context) => {
    const { done, kept, to } = pageQuery(context, ['kept', 'to', 'form'], Object.keys(sourceNotices), ['kept', 'to'])
    const refused = await refusedForm(app, context)
    return await renderSources(app, context, { done, kept: kept?.split(','), to: to?.split(','), refused })
  }
}

export async function renderSources(
  app: AppContext,
  context: Context<AppEnv>,
  shown: Pick<SourcesPage, 'done' | 'kept' | 'to' | 'refused'>,
): Promise<Response> {
  // The clients of the platforms are loaded here only, because other pages do not need them.
  const { platforms } = await import('../../../shared/sources/platforms.ts')
  const { pageContext, results } = await read(app, context, [request(sources)])
  const [found] = results
  if (found.error) throw found.error
  const isKeySet = app.sources.tokenKey !== undefined
  const body = sourcesPage({
    pageContext,
    sources: found.body.data,
    platforms: platforms.map((platform) => ({
      name: platform.name,
      title: platform.title,
      isSetUp: isKeySet && app.sources.settings(platform) !== null,
    })),
    ...shown,
  })
  return await sendFormPage(app, context, shown.refused?.error, {
    title: 'Sources',
    pageContext,
    body,
    // A form of this page redirects to a platform, which is https, or a local server of an installation without https.
    redirectsTo: app.publicBaseUrl,
  })
}

/** Reads a source now, pauses, resumes or disconnects it, or deletes the data of a disconnected one. */
export function moveSource(app: AppContext): Handler {
  return async (context) => {
    const { brand_id, source_id } = context.req.param() as Record<string, string>
    let done = ''
    await write(app, context, move, (form) => {
      const action = form.get('action') ?? ''
      const delete_data = form.get('delete_data') === 'true'
      done = action === 'disconnect' && delete_data ? 'delete' : action
      return { source_id, action, delete_data }
    })
    return context.redirect(`/console/brands/${brand_id}/sources?done=${done}`, 303)
  }
}
