const over = 'This request has expired, was answered already, or began in another browser. Connect again from the app.'

/** Sentences about sign-in, consent and connected apps. */
export const oauth = {
  session_has_ended: () => 'Your session has ended. Sign in again.',
  authorization_request_is_over: () => over,
  sign_in_to_see_apps: () => 'Sign in to see the apps that you have connected.',
  sign_in_to_disconnect: () => 'Sign in to disconnect an app.',
  no_such_connection: () => 'You have no such connection.',
  too_many_requests_from_this_address: () => 'Too many requests from this address. Try again in a minute.',
  app_is_not_registered: () => 'This app is not registered. Connect again from the app.',
  redirect_uri_is_not_registered: () => 'The redirect URI of this app is not registered. Nothing was sent.',
  redirect_uri_is_of_another_host: () =>
    'must be on the host of the document, on a loopback address, or of a private-use scheme.',
  person_denied_access: () => 'The person did not allow access.',

  parameter_is_repeated: () => 'A parameter is given more than once. Send each parameter once.',
  response_type_is_required: () => 'is required. Send code.',
  response_type_must_be_code: () => 'must be code.',
  response_mode_must_be_query: () => 'must be query.',
  code_challenge_must_be_sha256: () => 'must be the base64url of the SHA-256 of the verifier.',
  code_challenge_method_must_be_s256: () => 'must be S256.',
  resource_must_be_the_connector: ({ resource }: { resource: string }) => `must be ${resource}.`,
  resource_is_not_granted: () => 'must be the granted resource.',
  state_is_too_long: ({ characters_max }: { characters_max: number }) =>
    `must have at most ${characters_max} characters.`,
  no_scope_is_known: () => 'must contain a known scope. The discovery document lists the scopes.',
  scope_exceeds_grant: () =>
    'must not exceed the granted scopes. Send a new authorization request to ask for more scopes.',
  client_is_unknown: () => 'is unknown. Register again.',
  code_is_not_valid: () => 'is unknown, expired, used before, or issued for another client, redirect URI or verifier.',
  grant_of_code_is_revoked: () => 'is revoked with its grant.',
  refresh_token_is_not_valid: () => 'is unknown, expired, used before, revoked, or issued to another client.',
  too_many_wrong_passwords: () => 'Too many wrong passwords. Try again in an hour.',
  account_is_under_attack: () =>
    'Too many wrong passwords were entered for this account. Sign in with a browser that you have used before, or try again in an hour.',
  session_is_too_old: () =>
    'Sign out and sign in again, then repeat this change. It needs a sign-in of the last 30 minutes.',
  no_such_session: () => 'You have no such session.',
  sign_in_again: () => 'This sign-in has expired. Sign in again.',
  too_many_wrong_codes: () => 'Too many wrong codes. Try again in an hour.',
  totp_exists: () =>
    'An authenticator app is set up already, or its setup has not begun. Remove it first, or begin again.',
  no_second_factor: () => 'There is no second factor. Add a passkey or an authenticator app first.',
  passkey_request_is_over: () => 'This request for a passkey was used or has expired. Go back and try again.',
  passkey_is_not_accepted: () =>
    'This passkey was not accepted. Check that it is a passkey of this account and that you have not removed it, then try again.',
  new_passkey_is_not_valid: () =>
    'The passkey could not be added. Go back and try again, and unlock the passkey by fingerprint, face or PIN.',
  passkey_exists: () => 'This passkey is already added.',
  too_many_passkeys: () => 'You have 20 passkeys, which is the most. Remove one first.',
  no_such_passkey: () => 'You have no such passkey.',
  link_is_not_valid: () => 'This link is not valid, has expired or was used. Request a new mail.',
  too_many_mails: () => 'Too many mails are requested. Try again in a minute.',
  too_many_sign_ins: () => 'Too many people are signing in. Try again in a minute.',
}
