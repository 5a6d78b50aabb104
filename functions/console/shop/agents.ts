import { agents } from '../../../shared/operations/commerce/agents.ts'
import { queries } from '../../../shared/operations/storefront/queries.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../page.ts'
import { read, request } from '../page_context.ts'
import { pageQuery } from '../parts/page_query.ts'
import { agentsPage } from './agents_page.ts'

/** Shows what agents asked in the shop, what they did not find, and the agents whose signatures were verified. */
export function showAgents(app: AppContext): Handler {
  return async (context) => {
    const {
      results: shown = 'none',
      platform,
      date,
      page = '1',
    } = pageQuery(context, ['results', 'platform', 'date', 'page'])
    const { pageContext, results } = await read(app, context, [
      request(queries, { page, platform, date, ...(shown === 'none' ? { has_results: 'false' } : {}) }),
      request(agents, { limit: 50 }),
    ])
    const [asked, known] = results
    if (asked.error) throw asked.error
    if (known.error) throw known.error
    const body = agentsPage({
      pageContext,
      asked: asked.body,
      known: known.body,
      query: { results: shown === 'none' ? null : 'all', platform, date },
    })
    return await sendPage(context, { title: 'Agents', hasScript: true, pageContext, body })
  }
}
