import type { Context } from 'hono'
import { hex, sha256Hex } from '../../shared/credentials/sha256.ts'
import { ApiError } from '../../shared/errors/api_error.ts'
import type { App, AppOptions } from '../../shared/http/app.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { readParameters } from '../../shared/http/input/form.ts'
import { callerIp } from '../../shared/http/limits/client_ip.ts'
import { refuseOtherMethods } from '../../shared/http/method_not_allowed.ts'
import { routeAllowed } from '../../shared/http/route.ts'
import { deletionStatus } from '../../shared/sources/meta/deletion_status.ts'
import type { MetaWebhook } from '../../shared/sources/meta/webhook.ts'
import type { SourceOptions } from '../../shared/sources/settings.ts'
import { registrationAt } from '../../shared/sources/webhooks/registration.ts'
import { storeWebhook } from '../../shared/sources/webhooks/store_webhook.ts'

const root = '/api/sources/meta'

/**
 * Registers the addresses that Meta calls when a person removes the app, or requests the deletion of their data. A signed request is only
 * stored. The worker ends the access.
 */
export function routeMetaCallbacks(app: App, sources: SourceOptions, options: AppOptions): void {
  const { database, publicBaseUrl, trustedProxyHops } = options.services
  const receive = async (context: Context<AppEnv>, kind: MetaWebhook['kind'], webhook_id: string) => {
    context.set('operation', 'sources.receive_webhook')
    const { signed_request } = await readParameters(context)
    if (signed_request === undefined) throw new ApiError('invalid_request', '`signed_request` is required.')
    const registration = registrationAt('meta', sources)
    // Loaded by these calls only.
    if (!registration) {
      const { api } = await import('../../shared/sentences/audience.ts')
      const { sourceStatements } = await import('../../shared/sentences/statements/sources.ts')
      throw new ApiError('not_found', sourceStatements.is_not_set_up({ platform: 'meta' }, api))
    }
    const { readSignedRequest } = await import('../../shared/sources/meta/signed_request.ts')
    const { metaWebhook } = await import('../../shared/sources/meta/webhook.ts')
    const signed = readSignedRequest(signed_request, registration.secrets)
    if (signed === null) throw new ApiError('unauthorized', '`signed_request` is not signed by Meta for this app.')
    const content = JSON.stringify(metaWebhook(kind, signed))
    const webhook = { platform: 'meta', webhook_id, content } as const
    await storeWebhook(database, webhook, registration, callerIp(context, trustedProxyHops))
  }
  app.post(`${root}/deauthorize`, async (context) => {
    await receive(context, 'deauthorize', crypto.randomUUID())
    return context.json({ success: true })
  })
  app.post(`${root}/delete-data`, async (context) => {
    const confirmation_code = hex(crypto.getRandomValues(new Uint8Array(16)))
    await receive(context, 'delete_data', sha256Hex(confirmation_code))
    return context.json({ url: `${publicBaseUrl}${root}/deletions/${confirmation_code}`, confirmation_code })
  })
  for (const path of ['deauthorize', 'delete-data']) refuseOtherMethods(app, `${root}/${path}`, ['POST'])
  routeAllowed(app, `${root}/deletions/:code`, options, async (context) => {
    const status = await deletionStatus(database, sha256Hex(context.req.param('code') as string))
    if (status === null)
      throw new ApiError('not_found', 'No deletion has this confirmation code. Deletions are listed for a year.')
    context.header('Cache-Control', 'private, no-store')
    const { requested_at, deleted_at } = status
    return context.text(
      (deleted_at === null
        ? `The deletion was requested at ${requested_at} and is not done yet. It deletes the access that this person gave, their id at Meta ` +
          'and the list of accounts that they reached. It is usually done within minutes.\n'
        : `The access that this person gave, their id at Meta and the list of accounts that they reached were deleted at ${deleted_at}.\n`) +
        'This request does not delete sign-ins of people at Vitrine, with their e-mail addresses, or connected ad accounts and their ' +
        'numbers. The operator of this installation can delete them.\n',
    )
  })
}
