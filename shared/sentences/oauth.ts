const over = 'This request has expired, was answered already, or began in another browser. Connect again from the app.'

/** Sign-in, consent and connected apps. */
export const oauth = {
  session_has_ended: () => 'Your session has ended. Sign in again.',
  authorization_request_is_over: () => over,
  sign_in_to_see_apps: () => 'Sign in to see the apps that you have connected.',
  sign_in_to_disconnect: () => 'Sign in to disconnect an app.',
  no_such_connection: () => 'You have no such connection.',
  too_many_requests_from_this_address: () => 'Too many requests from this address. Try again in a minute.',
  too_many_wrong_passwords: () => 'Too many wrong passwords. Try again in an hour.',
}
