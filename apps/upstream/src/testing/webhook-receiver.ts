import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Internet } from '#platform/net/internet.ts'
import { PUBLIC_IP } from './link-sites.ts'

/** Self-signed certificate of `hooks.example` and `other.example`, which only tests trust. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBsTCCAVagAwIBAgIUUBX2Ju7SRSmAqKBnygIXn4TF4HIwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTAgFw0yNjExMjMxMDIzMTBaGA8yMTI2
MTAzMDEwMjMxMFowGDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABPWxDv5DbuC/DhAHDCUU5MCg4RHRUobUP9MqO11jtfkE
dUQRRYWzuNGmjRkoraoA1L94+Makjvvyit4LG1+A8o2jfDB6MB0GA1UdDgQWBBSJ
UflQBvBF0j4G6kkaY+3xBDa07jAfBgNVHSMEGDAWgBSJUflQBvBF0j4G6kkaY+3x
BDa07jAPBgNVHRMBAf8EBTADAQH/MCcGA1UdEQQgMB6CDWhvb2tzLmV4YW1wbGWC
DW90aGVyLmV4YW1wbGUwCgYIKoZIzj0EAwIDSQAwRgIhAMxagK3nJrb0VAFVIX/Z
MBDhC/8+I4WCYyNIUuqjMIH7AiEAib/FFyU5Avlws4ut4u7xeoNLMbuq1krXWYVp
njRm+Ps=
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoVM5Y97QQIfKtF5R
KAYsj7DM/AzAgsC73ze2M20YimOhRANCAAT1sQ7+Q27gvw4QBwwlFOTAoOER0VKG
1D/TKjtdY7X5BHVEEUWFs7jRpo0ZKK2qANS/ePjGpI778oreCxtfgPKN
-----END PRIVATE KEY-----`

interface Received {
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a receiver of webhooks on a local HTTPS server, with names that resolve to a public address. */
export async function startReceiver() {
  const received: Received[] = []
  const names = new Map<string, readonly string[]>()
  /** Names that were resolved, in order. */
  const resolved: string[] = []
  let answer: (received: Received, response: ServerResponse) => void = (_received, response) =>
    void response.writeHead(204).end()
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request: IncomingMessage, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() }
      received.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const internet: Internet = {
    resolve: async (name) => {
      resolved.push(name)
      const found = names.get(name) ?? (name.endsWith('.example') ? [PUBLIC_IP] : undefined)
      if (!found) throw Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' })
      return found
    },
    dial: () => ({ host: '127.0.0.1', port, ca: CERTIFICATE }),
  }
  return {
    internet,
    names,
    resolved,
    received,
    /** Sets the answer from now on; 204 by default. */
    answerWith(next: typeof answer) {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
