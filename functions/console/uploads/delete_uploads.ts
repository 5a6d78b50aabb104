import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import { deleteUpload as remove } from '../../../shared/operations/console/delete_upload.ts'
import { uploads } from '../../../shared/operations/console/uploads.ts'
import type { AppContext } from '../app_context.ts'
import { formIdOf, perform, read, readOwnForm, request } from '../page_context.ts'
import { isDeletable } from '../pages/imports.ts'
import { mayDo } from '../parts/forms.ts'

/** Deletes all uploads that wait for a confirmation or whose import failed. */
export function deleteUploads(app: AppContext): Handler {
  return async (context) => {
    const formId = formIdOf(await readOwnForm(app, context))
    const { pageContext, results } = await read(app, context, [request(uploads)])
    if (!mayDo(pageContext, remove)) throw new ApiError('forbidden', 'This action requires the role admin.')
    const [{ body, error }] = results
    if (error) throw error
    const ids = body.data.filter(({ state }) => isDeletable(state)).map(({ id }) => id)
    for (const [index, upload_id] of ids.entries()) {
      await perform(app, context, remove, { input: { upload_id }, formId: formId && `${formId}-${index}` })
    }
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/imports?done=all_deleted`, 303)
  }
}
