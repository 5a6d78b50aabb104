import type { Handler } from '../../../shared/http/app_env.ts'
import { fromBase64 } from '../../../shared/credentials/tokens.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../pages/page.ts'
import { newPasskeyPage } from '../pages/passkeys.ts'
import { recoveryCodesPage } from '../pages/totp.ts'
import { createRecoveryCodes, hashOf } from '../security/recovery_codes.ts'
import { ownForm } from '../security/security.ts'
import { deviceOf } from '../sign_in/device.ts'
import { requireRelyingParty, timeout } from './relying_party.ts'
import { algorithms, bytes, verifyNewPasskey } from './verify.ts'

const title = 'Add a passkey'
const nameLengthMax = 100

/** The page that creates a passkey (Web Authentication, level 3, section 5.4). */
export function showNewPasskey(app: AppContext): Handler {
  return ownForm(app, async (context, { browser }) => {
    const { id } = requireRelyingParty(app)
    const { challenge, person, user_handle, passkeys } = await app.passkeyStore.start(browser.sessionHash)
    const options = {
      rp: { id, name: 'Vitrine' },
      user: { id: user_handle, name: person, displayName: person },
      challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout,
      excludeCredentials: passkeys.map((passkey) => ({ type: 'public-key', id: passkey.id })),
      // The authenticator stores the passkey with the person, so that sign-in needs no e-mail address.
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    }
    const name = deviceOf(context.req.header('User-Agent')) ?? 'Passkey'
    return await sendPage(context, {
      title,
      body: newPasskeyPage({ formToken: browser.formToken, options, name }),
      hasScript: true,
    })
  })
}

export function addPasskey(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, form, clientIp }) => {
    const relyingParty = requireRelyingParty(app)
    const challenge = await app.passkeyStore.openChallenge(browser.sessionHash)
    const made = await verifyNewPasskey(form.get('credential') ?? '', challenge, relyingParty)
    if (!made) {
      await app.passkeyStore.dropChallenge(browser.sessionHash)
      throw new ApiError(
        'invalid_request',
        'The passkey could not be added. Go back and try again, and unlock the passkey by fingerprint, face or PIN.',
      )
    }
    const name = (form.get('name') ?? '').trim().slice(0, nameLengthMax) || 'Passkey'
    const codes = createRecoveryCodes()
    const hashes = codes.map(hashOf)
    if (await app.passkeyStore.add(browser.sessionHash, challenge, name, made, hashes, clientIp))
      return await sendPage(context, { title: 'Recovery codes', body: recoveryCodesPage(codes) })
    return context.redirect('/oauth/security?done=passkey', 303)
  })
}

export function removePasskey(app: AppContext): Handler {
  return ownForm(app, async (context, { browser, form, clientIp }) => {
    const id = bytes.safeParse(form.get('passkey_id')).data ?? ''
    await app.passkeyStore.remove(browser.sessionHash, fromBase64(id), clientIp)
    return context.redirect('/oauth/security?done=passkey-removed', 303)
  })
}
