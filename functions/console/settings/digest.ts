import { digest } from '../../../shared/operations/analytics/digest.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../page.ts'
import { read, request } from '../page_context.ts'
import { digestPage } from '../pages/settings/notifications/digest.ts'
import { pageQuery } from '../parts/page_query.ts'

/** The digest of the last complete week, as its mail has it. */
export function showDigest(app: AppContext): Handler {
  return async (context) => {
    pageQuery(context, [])
    const { pageContext, results } = await read(app, context, [request(digest)])
    const [found] = results
    if (found.error && found.error.code !== 'data_not_ready') throw found.error
    const body = digestPage({ pageContext, found, publicBaseUrl: app.publicBaseUrl })
    return await sendPage(context, { title: 'Weekly digest', pageContext, body })
  }
}
