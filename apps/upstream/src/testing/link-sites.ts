import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Internet } from '#platform/net/internet.ts'

/** A public address that is never connected to: connections go to the local server. */
export const PUBLIC_IP = '8.8.8.8'

/** Serves several sites from one local server, in the place of the network of the link check. */
export async function startLinkSites(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.host}${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  /** Addresses of names that do not resolve to the public one. */
  const names = new Map<string, readonly string[]>()
  const network: Internet = {
    resolve: async (name) => {
      const found = names.get(name) ?? (name.endsWith('.example') ? [PUBLIC_IP] : undefined)
      if (!found) throw Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' })
      return found
    },
    dial: () => ({ host: '127.0.0.1', port }),
  }
  return {
    network,
    names,
    /** Requests so far, as `GET host/path`. */
    seen,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
