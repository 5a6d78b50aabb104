import type { Context } from 'hono'
import type { z } from 'zod'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { ImportError } from '../../../shared/ingest/import_error.ts'
import { recognizeFile } from '../../../shared/ingest/recognize_file.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'
import { confirmUpload as confirm } from '../../../shared/operations/console/confirm_upload.ts'
import { deleteUpload as remove } from '../../../shared/operations/console/delete_upload.ts'
import { upload } from '../../../shared/operations/console/upload.ts'
import type { AppContext } from '../app_context.ts'
import { sendFormPage } from '../page.ts'
import { formIdOf, perform, read, readOwnForm, request, write } from '../page_context.ts'
import type { PageContext } from '../page_context.ts'
import { uploadPage } from '../pages/upload.ts'
import { mayDo } from '../parts/forms.ts'
import { pageQuery } from '../parts/page_query.ts'
import { isMappable, mappingError, readMapping } from './mapping.ts'
import type { GivenMapping, MappableKind } from './mapping.ts'

type Upload = z.output<(typeof upload)['output']>

/** How often the page of a running import is loaded again (seconds). */
const refreshSeconds = '2'

/** Shows the preview of an uploaded file, the progress of its import, or why it failed. */
export function showUpload(app: AppContext): Handler {
  return async (context) => {
    const { kind } = pageQuery(context, ['kind'])
    const { pageContext, found } = await readUpload(app, context)
    const list = `/console/brands/${pageContext.brand?.id}/imports`
    if (found.import_id !== null) return context.redirect(`${list}/${found.import_id}?done=imported`, 303)
    if (found.state === 'confirmed' || found.state === 'importing') context.header('Refresh', refreshSeconds)
    const file = await recognized(found)
    const chosen = isMappable(kind) ? kind : undefined
    return await render(app, context, { pageContext, found, file, chosen })
  }
}

/** Confirms a file. A mapping that is incomplete or leaves out money is refused, and the form is shown as it was sent. */
export function confirmUpload(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const upload_id = context.req.param('upload_id')
    const { pageContext, found } = await readUpload(app, context)
    const file = await recognized(found)
    const kind = form.get('kind') ?? ''
    const chosen = form.get('is_mapped') === 'yes' && isMappable(kind) ? kind : undefined
    const given = chosen && readMapping(chosen, form)
    const message =
      chosen && given && file !== null && !(file instanceof ImportError) ? mappingError(chosen, given, file) : null
    if (message !== null) {
      const error = new ApiError('invalid_request', message)
      return await render(app, context, { pageContext, found, file, chosen, given, error })
    }
    try {
      await perform(app, context, confirm, {
        formId: formIdOf(form),
        input: {
          upload_id,
          kind,
          ...(given ? { columns: given.columns } : {}),
          platform: given?.platform || undefined,
          currency: (form.get('currency') ?? '').trim().toUpperCase() || undefined,
        },
      })
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.code !== 'invalid_request') throw thrown
      return await render(app, context, { pageContext, found, file, chosen, given, error: thrown })
    }
    return context.redirect(context.req.path, 303)
  }
}

export function deleteUpload(app: AppContext): Handler {
  return async (context) => {
    const upload_id = context.req.param('upload_id')
    await write(app, context, remove, () => ({ upload_id }))
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/imports?done=deleted`, 303)
  }
}

async function readUpload(
  app: AppContext,
  context: Context<AppEnv>,
): Promise<{ pageContext: PageContext; found: Upload }> {
  const { pageContext, results } = await read(app, context, [
    request(upload, { upload_id: context.req.param('upload_id') }),
  ])
  const [{ body, error }] = results
  // A role that may not import learns nothing of the upload from a form.
  if (context.req.method === 'POST' && !mayDo(pageContext, confirm)) {
    throw new ApiError('forbidden', 'This action requires the role admin.')
  }
  if (error) throw error
  return { pageContext, found: body }
}

/** Returns the format of a file, why no importer reads it, or null after it was confirmed. */
async function recognized({ file_name, bytes, head }: Upload): Promise<RecognizedFile | ImportError | null> {
  if (head === null) return null
  const beginning = Uint8Array.from(atob(head), (character) => character.charCodeAt(0))
  try {
    return await recognizeFile({
      name: file_name,
      size: bytes,
      async *read() {
        yield beginning
      },
    })
  } catch (thrown) {
    if (thrown instanceof ImportError) return thrown
    throw thrown
  }
}

interface Rendered {
  pageContext: PageContext
  found: Upload
  file: RecognizedFile | ImportError | null
  /** The kind that the person chose for a file with an unknown header. */
  chosen?: MappableKind | undefined
  given?: GivenMapping | undefined
  error?: ApiError
}

async function render(app: AppContext, context: Context<AppEnv>, shown: Rendered): Promise<Response> {
  const { pageContext, found, error } = shown
  return await sendFormPage(app, context, error, {
    title: found.file_name,
    pageContext,
    body: uploadPage(shown),
  })
}
