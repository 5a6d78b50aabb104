import { creatives } from '../../../shared/operations/analytics/creatives.ts'
import { view } from '../../../shared/operations/console/view.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { request, read } from '../page_context.ts'
import { sendPage } from '../page.ts'
import { creativesPage } from '../pages/analytics/creatives.ts'
import { daysOf, viewQuery } from '../parts/view.ts'

const parameters = ['campaign_ids', 'format', 'status', 'sort', 'order', 'page']
const creativesAPage = 24

/** The creatives of the ads as a wall of pictures, with fatigue. */
export function showCreatives(app: AppContext): Handler {
  return async (context) => {
    const query = viewQuery(context, parameters)
    const { period: _, compare_to: __, ...named } = query
    const { pageContext, results } = await read(app, context, [
      request(view, { ...daysOf(query), platform: query.platform, campaign_ids: query.campaign_ids }),
      request(creatives, { ...named, ...daysOf(query), metrics: 'spend,roas,ctr,cpa', limit: creativesAPage }),
    ])
    const [shown, found] = results
    if (found.error && found.error.code !== 'data_not_ready') throw found.error
    if (!shown.body) throw shown.error
    return await sendPage(context, {
      title: 'Creatives',
      pageContext,
      body: creativesPage({
        pageContext,
        query,
        view: shown.body,
        found,
        creativesAPage,
      }),
      hasPictures: true,
    })
  }
}
