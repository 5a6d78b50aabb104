/** `remoteAddress` is the socket's peer, given by whatever serves the app. */
export interface AppEnv {
  Bindings: { remoteAddress?: string }
  Variables: { requestId: string; operation?: string; keyId?: string | null }
}
