import type { Context } from 'hono'

/**
 * The only script of these pages. The form names the call in data-passkey (create or get) and has its options in
 * data-options, with bytes in base64url. The script puts the response of the authenticator into the form and submits it.
 */
const script = `'use strict'
const form = document.querySelector('form[data-passkey]')
const alert = form.querySelector('[role=alert]')
const options = JSON.parse(form.dataset.options)

const toBytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
const known = (list) => list.map((each) => ({ ...each, id: toBytes(each.id) }))

const calls = {
  create: () =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        user: { ...options.user, id: toBytes(options.user.id) },
        excludeCredentials: known(options.excludeCredentials),
      },
    }),
  get: () =>
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        allowCredentials: known(options.allowCredentials),
      },
    }),
}

const reasons = {
  InvalidStateError: 'This device already has a passkey for this account.',
  NotAllowedError: 'The request was canceled or took too long. Try again.',
  NotSupportedError: 'This device cannot create a suitable passkey. Use another device or a security key.',
  SecurityError: 'Passkeys do not work at this address.',
}

async function run() {
  alert.hidden = true
  try {
    const { id, rawId, type, response } = await calls[form.dataset.passkey]()
    const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
    const sent = parts.filter((name) => response[name]).map((name) => [name, toText(response[name])])
    const credential = { id, rawId: toText(rawId), type, response: Object.fromEntries(sent) }
    form.elements.credential.value = JSON.stringify(credential)
    form.submit()
  } catch (error) {
    alert.textContent = reasons[error.name] || 'The passkey could not be used. Try again.'
    alert.hidden = false
  }
}

if (!window.PublicKeyCredential) {
  alert.textContent = 'This browser does not support passkeys. Sign in another way, or use another browser.'
  alert.hidden = false
} else {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    run()
  })
  if ('auto' in form.dataset) run()
}
`

/** Serves the script of the passkey pages. */
export function passkeyScript(context: Context): Response {
  context.header('Cache-Control', 'public, max-age=3600')
  return context.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
}
