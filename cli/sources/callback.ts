import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Callback {
  /** The address to which the platform sends the person. */
  redirectUri: string
  /**
   * Waits for the person and passes the parameters to `take`. The page says whether it succeeded. Throws what `take` throws, and an
   * Error after ten minutes.
   */
  take: <Result>(take: (parameters: URLSearchParams) => Promise<Result>) => Promise<Result>
  close: () => void
}

const minutesMax = 10

/** Listens on this machine for the redirect of a platform. */
export async function listenForCallback(port: number, redirectUri?: string): Promise<Callback> {
  const arrivals: ((address: URL, response: ServerResponse) => void)[] = []
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1')
    // Browsers also ask for an icon.
    if (address.search === '' || arrivals.length === 0) {
      response.writeHead(404).end()
      return
    }
    arrivals.shift()?.(address, response)
  })
  await listen(server, port)
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return {
    redirectUri: redirectUri ?? own,
    take: async (take) => {
      const { address, response } = await arrival(arrivals)
      try {
        const result = await take(address.searchParams)
        page(response, 200, 'The account is connected. You can close this window.')
        return result
      } catch (cause) {
        page(response, 400, 'The account was not connected. See the terminal.')
        throw cause
      }
    },
    close: () => {
      server.close()
      server.closeIdleConnections()
    },
  }
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
  arrivals: ((address: URL, response: ServerResponse) => void)[],
): Promise<{ address: URL; response: ServerResponse }> {
  return await new Promise((done, fail) => {
    const timer = setTimeout(
      () =>
        fail(new Error(`No person returned from the platform within ${minutesMax} minutes. Run the command again.`)),
      minutesMax * 60_000,
    )
    arrivals.push((address, response) => {
      clearTimeout(timer)
      done({ address, response })
    })
  })
}

function page(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${sentence}\n`)
}
