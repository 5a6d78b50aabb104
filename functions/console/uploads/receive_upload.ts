import type { Context } from 'hono'
import { storeChunk } from '../../../shared/db/console.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { browserOf, requireOwnForm } from '../../../shared/http/auth/browser.ts'
import { withoutNul } from '../../../shared/http/input/form.ts'
import { readParts } from '../../../shared/http/input/multipart.ts'
import type { Part } from '../../../shared/http/input/multipart.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import { ImportError } from '../../../shared/ingest/import_error.ts'
import { deleteUpload } from '../../../shared/operations/console/delete_upload.ts'
import { startUpload } from '../../../shared/operations/console/start_upload.ts'
import type { AppContext } from '../app_context.ts'
import { renderImports } from '../imports.ts'
import { showForm } from '../kept_form/shown_form.ts'
import { formIdOf, perform } from '../page_context.ts'
import { megabytes } from '../parts/format.ts'
import { recognizeBeginning } from './recognize_beginning.ts'

/** The bytes of a piece in the database. */
const chunkBytes = 1_048_576
/** The bytes of a form besides its file. */
const formBytesMax = 65_536
const fieldBytesMax = 1000
/** The bytes by which the format is recognized, as `console.upload` returns them. */
const headBytes = 131_072

interface Received {
  uploadId: string | undefined
  formId: string | undefined
}

/**
 * Receives a file in pieces, each of which is stored before the next is read, and redirects to its preview. Session, role
 * and form are checked before the first byte of the file is stored. A file that is too large is refused by its announced
 * size, or when it exceeds the limit; what was stored of it is deleted.
 */
export function receiveUpload(app: AppContext): Handler {
  return async (context) => {
    const received: Received = { uploadId: undefined, formId: undefined }
    try {
      await receive(app, context, received)
    } catch (thrown) {
      // The rest of the body is not read.
      context.header('Connection', 'close')
      await discard(app, context, received)
      if (!(thrown instanceof ApiError)) throw thrown
      const isOfFile = thrown.code === 'payload_too_large' || thrown.code === 'invalid_request'
      if (!isOfFile) throw thrown
      const error = explained(thrown, app)
      const answer = async () => await renderImports(app, context, { refused: error })
      // The rest of a large file is not read, so its sender gets the status in this response.
      if (error.code === 'payload_too_large') return await answer()
      const shown = { form: new URLSearchParams(), error, to: context.req.path.replace(/\/uploads$/, '') }
      return await showForm(app, context, shown, answer)
    }
    return context.redirect(
      `/console/brands/${context.req.param('brand_id')}/imports/uploads/${received.uploadId}`,
      303,
    )
  }
}

async function receive(app: AppContext, context: Context<AppEnv>, received: Received): Promise<void> {
  const browser = browserOf(app, context)
  if (!browser.hasSession) throw new ApiError('unauthorized', 'Sign in to upload files.')
  const fields = new URLSearchParams()
  for await (const part of readParts(context, { bytesMax: app.uploadBytesMax + formBytesMax })) {
    if (part.fileName === null) {
      fields.append(part.name, await textOf(part))
      continue
    }
    if (received.uploadId !== undefined || part.name !== 'file') {
      throw new ApiError('invalid_request', 'Send one file.')
    }
    // The hidden fields precede the file.
    requireOwnForm(browser, context, fields.get('form_token') ?? '')
    const file_name = plainName(part.fileName)
    if (file_name === '') throw new ApiError('invalid_request', 'Choose a file.')
    received.formId = formIdOf(fields)
    const { id } = await perform(app, context, startUpload, { input: { file_name }, formId: received.formId })
    received.uploadId = id
    const bytes = await store(app, context, browser.sessionHash, { id, file_name }, part.body)
    if (bytes === 0) throw new ApiError('invalid_request', `The file ${file_name} is empty. Export it again.`)
  }
  if (received.uploadId === undefined) throw new ApiError('invalid_request', 'Choose a file.')
}

/** Stores the bytes of a file in pieces of 1 MB and returns their number. Throws invalid_request if no importer reads it. */
async function store(
  app: AppContext,
  context: Context<AppEnv>,
  sessionHash: Uint8Array,
  { id: uploadId, file_name: name }: { id: string; file_name: string },
  body: AsyncIterable<Uint8Array>,
): Promise<number> {
  const brandId = withoutNul(context.req.param('brand_id') ?? '')
  const clientIp = callerIp(context, app.trustedProxyHops)
  let piece = new Uint8Array(chunkBytes)
  let filled = 0
  let position = 0
  let total = 0
  const flush = async (isLast: boolean) => {
    const bytes = piece.subarray(0, filled)
    if (position === 0) await refuseUnreadable(name, total, bytes.subarray(0, headBytes))
    await storeChunk(app.database, { sessionHash, clientIp, brandId, uploadId, position, bytes, isLast })
    piece = new Uint8Array(chunkBytes)
    filled = 0
    position += 1
  }
  for await (const bytes of body) {
    total += bytes.length
    if (total > app.uploadBytesMax) throw new ApiError('payload_too_large', 'The file is too large.')
    for (let at = 0; at < bytes.length;) {
      if (filled === chunkBytes) await flush(false)
      const taken = bytes.subarray(at, at + chunkBytes - filled)
      piece.set(taken, filled)
      filled += taken.length
      at += taken.length
    }
  }
  if (total > 0) await flush(true)
  return total
}

async function refuseUnreadable(name: string, size: number, beginning: Uint8Array): Promise<void> {
  const found = await recognizeBeginning({ name, size }, beginning)
  if (found instanceof ImportError)
    throw new ApiError('invalid_request', `${name} cannot be imported. ${found.message}`)
}

async function textOf({ body }: Part): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > fieldBytesMax) throw new ApiError('invalid_request', 'A field of the form is too long.')
  }
  return withoutNul(text)
}

/** Returns the name of a file without folders and control characters, with at most 200 characters. */
function plainName(given: string): string {
  const [name = ''] = given.split(/[/\\]/).slice(-1)
  const plain = name.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').trim()
  // The end of the name, .gz for example, says how the file is read.
  return plain.length > 200 ? `${plain.slice(0, 180)}…${plain.slice(-19)}` : plain
}

/** Deletes what was stored of a file that was refused. What cannot be deleted now is deleted after a day. */
async function discard(app: AppContext, context: Context<AppEnv>, { uploadId, formId }: Received): Promise<void> {
  if (uploadId === undefined) return
  await perform(app, context, deleteUpload, {
    input: { upload_id: uploadId },
    formId: `${formId}-discarded`,
  }).catch(() => undefined)
}

function explained(error: ApiError, { uploadBytesMax }: AppContext): ApiError {
  if (error.code !== 'payload_too_large') return error
  return error.withMessage(
    `The file is larger than ${megabytes(uploadBytesMax)}. Split it, for example by month, and upload the parts.`,
  )
}
