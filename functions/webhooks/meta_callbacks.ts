import type { Context } from 'hono'
import { hex, sha256 } from '../../shared/credentials/sha256.ts'
import { ApiError } from '../../shared/errors/api_error.ts'
import type { App, AppOptions } from '../../shared/http/app.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { readParameters } from '../../shared/http/input/form.ts'
import { refuseOtherMethods } from '../../shared/http/method_not_allowed.ts'
import { routeAllowed } from '../../shared/http/route.ts'
import { deletionTime, endPerson } from '../../shared/sources/access/end_person.ts'
import type { SourceOptions } from '../../shared/sources/settings.ts'

const root = '/api/sources/meta'
/** How far the clocks of Meta and of this installation may differ. */
const skewSeconds = 300

/** Registers the addresses that Meta calls when a person removes the app, or requests the deletion of their data. */
export function routeMetaCallbacks(app: App, sources: SourceOptions, options: AppOptions): void {
  const { database, publicBaseUrl } = options.services
  app.post(`${root}/deauthorize`, async (context) => {
    await endPerson(database, await readRequest(context, sources))
    return context.json({ success: true })
  })
  app.post(`${root}/delete-data`, async (context) => {
    const person = await readRequest(context, sources)
    const confirmation_code = hex(crypto.getRandomValues(new Uint8Array(16)))
    await endPerson(database, person, sha256(confirmation_code))
    return context.json({ url: `${publicBaseUrl}${root}/deletions/${confirmation_code}`, confirmation_code })
  })
  for (const path of ['deauthorize', 'delete-data']) refuseOtherMethods(app, `${root}/${path}`, ['POST'])
  routeAllowed(app, `${root}/deletions/:code`, options, async (context) => {
    const code = context.req.param('code') as string
    const deletedAt = await deletionTime(database, sha256(code))
    if (deletedAt === null)
      throw new ApiError('not_found', 'No deletion has this confirmation code. Deletions are listed for a year.')
    context.header('Cache-Control', 'private, no-store')
    return context.text(
      `The access that this person gave, their id at Meta and the list of accounts that they reached were deleted at ${deletedAt}.\n` +
        'This request does not delete sign-ins of people at Vitrine, with their e-mail addresses, or connected ad accounts and their ' +
        'numbers. The operator of this installation can delete them.\n',
    )
  })
}

/** Returns the person that a signed request names. Throws unauthorized if Meta did not sign it. */
async function readRequest(context: Context<AppEnv>, sources: SourceOptions) {
  const { signed_request } = await readParameters(context)
  if (signed_request === undefined) throw new ApiError('invalid_request', '`signed_request` is required.')
  // Loaded by these calls only.
  const { meta } = await import('../../shared/sources/meta/meta.ts')
  const { readSignedRequest } = await import('../../shared/sources/meta/signed_request.ts')
  const settings = sources.settings(meta)
  if (!settings) throw new ApiError('not_found', `${meta.title} is not set up by the operator.`)
  const { clientId, clientSecret } = settings.app
  const signed = readSignedRequest(signed_request, clientSecret)
  if (signed === null) throw new ApiError('unauthorized', '`signed_request` is not signed by Meta for this app.')
  // A captured request that is sent again must not end an access that the person gave after it.
  const grantedBy = new Date(((signed.issuedAt ?? Date.now() / 1000) + skewSeconds) * 1000).toISOString()
  return { platform: meta.name, clientId, subject: signed.userId, grantedBy }
}
