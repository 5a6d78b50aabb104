import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../page.ts'
import { pageQuery } from '../parts/page_query.ts'
import { componentsPage } from './components_page.ts'
import { pageContext } from './sample.ts'

/** The design system on one page, of a development installation only. It reads nothing and needs no session. */
export function showComponents({ isDevelopment }: AppContext): Handler {
  return async (context) => {
    if (!isDevelopment) throw new ApiError('not_found', `There is no page ${context.req.path}.`)
    pageQuery(context, [])
    return await sendPage(context, { title: 'Components', pageContext, body: componentsPage(), hasScript: true })
  }
}
