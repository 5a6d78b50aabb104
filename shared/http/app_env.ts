/** `remoteAddress` is the address of the socket's peer, set by the server. */
export interface AppEnv {
  Bindings: { remoteAddress?: string }
  Variables: { requestId: string; operation?: string; keyId?: string | null }
}
