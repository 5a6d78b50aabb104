import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Callback {
  /** The address to which the platform sends the person. */
  redirectUri: string
  /**
   * Waits for the first request whose parameters `isReturn` accepts, and passes them to `work`. The page says whether it succeeded. All
   * other requests get an error page and change nothing. Throws what `work` throws, and an Error after ten minutes.
   */
  take: <Result>(
    isReturn: (parameters: URLSearchParams) => boolean,
    work: (parameters: URLSearchParams) => Promise<Result>,
  ) => Promise<Result>
  close: () => void
}

interface Waiting {
  isReturn: (parameters: URLSearchParams) => boolean
  arrive: (parameters: URLSearchParams, response: ServerResponse) => void
}

const path = '/callback'
const minutesMax = 10

/** Listens on this machine for the redirect of a platform. */
export async function listenForCallback(port: number, redirectUri?: string): Promise<Callback> {
  let waiting: Waiting | null = null
  const server = createServer((request, response) => {
    const address = addressOf(request)
    const parameters = parametersOf(request, address, redirectUri === undefined)
    if (parameters === null) page(response, 404, `There is no page ${address?.pathname ?? '/'}.`)
    else if (!waiting?.isReturn(parameters)) {
      page(response, 400, 'This is not the return from the platform that the terminal waits for.')
    } else {
      waiting.arrive(parameters, response)
      waiting = null
    }
  })
  await listen(server, port)
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return {
    redirectUri: redirectUri ?? own,
    take: async (isReturn, work) => {
      const { parameters, response } = await arrival((arrive) => (waiting = { isReturn, arrive }))
      try {
        const result = await work(parameters)
        page(response, 200, 'Access was given. Continue in the terminal.')
        return result
      } catch (cause) {
        page(response, 400, 'Access was not given. See the terminal.')
        throw cause
      }
    },
    close: () => {
      server.close()
      server.closeIdleConnections()
    },
  }
}

/** Returns the parameters of a request to the redirect address, or null for any other. A proxy may use another path. */
function parametersOf({ method }: IncomingMessage, address: URL | null, isDirect: boolean): URLSearchParams | null {
  if (method !== 'GET' || address === null) return null
  return isDirect && address.pathname !== path ? null : address.searchParams
}

function addressOf({ url = '/' }: IncomingMessage): URL | null {
  const base = 'http://127.0.0.1'
  return URL.canParse(url, base) ? new URL(url, base) : null
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      fail(cause.code === 'EADDRINUSE' ? new Error(`Port ${port} is busy. Choose another one with --port.`) : cause),
    )
    server.listen(port, '127.0.0.1', done)
  })
}

async function arrival(
  wait: (arrive: Waiting['arrive']) => void,
): Promise<{ parameters: URLSearchParams; response: ServerResponse }> {
  return await new Promise((done, fail) => {
    const timer = setTimeout(
      () =>
        fail(new Error(`No person returned from the platform within ${minutesMax} minutes. Run the command again.`)),
      minutesMax * 60_000,
    )
    wait((parameters, response) => {
      clearTimeout(timer)
      done({ parameters, response })
    })
  })
}

function page(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${sentence}\n`)
}
