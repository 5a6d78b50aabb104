const over = 'This request has expired, was answered already, or began in another browser. Connect again from the app.'

/** Sentences about sign-in, consent and connected apps. */
export const oauth = {
  your_session_has_ended: () => 'Your session has ended. Sign in again.',
  this_authorization_request_is_over: () => over,
  you_must_sign_in_to_see_apps: () => 'Sign in to see the apps that you have connected.',
  you_must_sign_in_to_disconnect: () => 'Sign in to disconnect an app.',
  you_have_no_such_connection: () => 'You have no such connection.',
  too_many_requests_come_from_this_address: () => 'Too many requests from this address. Try again in a minute.',
  this_app_is_not_registered: () => 'This app is not registered. Connect again from the app.',
  the_redirect_uri_is_not_registered: () => 'The redirect URI of this app is not registered. Nothing was sent.',
  must_be_on_the_host_of_the_document: () =>
    'must be on the host of the document, on a loopback address, or of a private-use scheme.',
  must_contain_1_to_10_addresses: () => 'must contain 1 to 10 addresses.',
  must_be_https_loopback_or_private_use: () => 'must be https, http on a loopback address, or of a private-use scheme.',
  the_person_denied_access: () => 'The person did not allow access.',

  a_parameter_is_repeated: () => 'A parameter is given more than once. Send each parameter once.',
  is_required_with_the_value_code: () => 'is required. Send code.',
  must_be_code: () => 'must be code.',
  must_be_query: () => 'must be query.',
  must_be_a_sha256_in_base64url: () => 'must be the base64url of the SHA-256 of the verifier.',
  must_be_s256: () => 'must be S256.',
  must_be_the_connector: ({ resource }: { resource: string }) => `must be ${resource}.`,
  must_be_the_granted_resource: () => 'must be the granted resource.',
  is_too_long: ({ characters_max }: { characters_max: number }) => `must have at most ${characters_max} characters.`,
  contains_no_known_scope: () => 'must contain a known scope. The discovery document lists the scopes.',
  exceeds_the_grant: () =>
    'must not exceed the granted scopes. Send a new authorization request to ask for more scopes.',
  is_unknown: () => 'is unknown. Register again.',
  is_not_a_valid_code: () =>
    'is unknown, expired, used before, or issued for another client, redirect URI or verifier.',
  is_revoked_with_its_grant: () => 'is revoked with its grant.',
  is_not_a_valid_refresh_token: () => 'is unknown, expired, used before, revoked, or issued to another client.',
  too_many_wrong_passwords_were_entered: () => 'Too many wrong passwords. Try again in an hour.',
  this_account_is_under_attack: () =>
    'Too many wrong passwords were entered for this account. Sign in with a browser that you have used before, or try again in an hour.',
  this_session_is_too_old: () => 'This change needs a sign-in of the last 30 minutes. Sign in again, then repeat it.',
  must_be_your_address: () => 'must be the address that you sign in with. Nothing was deleted.',
  you_own_brands_alone: ({ brands }: { brands: string[] }) =>
    `You are the only owner of ${brands.join(', ')}. Transfer the ownership or delete the brand first.`,
  you_have_no_such_session: () => 'You have no such session.',
  you_must_sign_in_again: () => 'This sign-in has expired. Sign in again.',
  too_many_wrong_codes_were_entered: () => 'Too many wrong codes. Try again in an hour.',
  this_account_may_not_sign_in: () => 'This account may not sign in. Ask the operator of your installation.',
  an_authenticator_app_exists: () => 'An authenticator app is set up already. Remove it first.',
  no_setup_of_an_app_has_begun: () => 'No setup of an authenticator app has begun. Begin it at /oauth/security.',
  there_is_no_second_factor: () => 'There is no second factor. Add a passkey or an authenticator app first.',
  this_passkey_request_is_over: () => 'This request for a passkey was used or has expired. Go back and try again.',
  this_passkey_is_not_accepted: () =>
    'This passkey was not accepted. Check that it is a passkey of this account and that you have not removed it, then try again.',
  this_passkey_needs_the_new_password: () =>
    'The password was reset. Enter the new password first, then use this passkey once. After that, it replaces the password again.',
  this_passkey_exists: () => 'This passkey is already added.',
  you_have_too_many_passkeys: () => 'You have 20 passkeys, which is the most. Remove one first.',
  you_have_no_such_passkey: () => 'You have no such passkey.',
  this_unsubscribe_link_is_not_valid: () =>
    'This link is not valid any more: it is older than 60 days, or you turned these mails on again later. Use the link of the newest mail, or choose your mails in the settings of the brand.',
  this_link_is_not_valid: () => 'This link is not valid, has expired or was used. Request a new mail.',
  too_many_mails_were_requested: () => 'Too many mails are requested. Try again in a minute.',
  too_many_people_are_signing_in: () => 'Too many people are signing in. Try again in a minute.',
}
