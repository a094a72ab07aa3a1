/** Returns the script below for `node -e` in a container. */
export const runScript = () => `(${replaceSite})(require)`

/**
 * Starts a DNS server for nginx in the same network, and a site that moves to another address while the DNS server
 * fails. Prints how long nginx then needs to find it.
 */
async function replaceSite(require: NodeJS.Require): Promise<void> {
  const { createSocket } = require('node:dgram') as typeof import('node:dgram')
  const { createServer } = require('node:http') as typeof import('node:http')
  const { setTimeout: delay } = require('node:timers/promises') as typeof import('node:timers/promises')
  const SERVER_FAILURE = 2
  let lastByte: number | null = 1
  let failures = 0

  const dns = createSocket('udp4').on('message', (query, { port }) => {
    // The query ends after name, type and class.
    const answer = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, lastByte ?? 0])
    const isFailing = lastByte === null
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | (isFailing ? SERVER_FAILURE : 0), 2)
    head.writeUInt16BE(isFailing ? 0 : 1, 6)
    dns.send(Buffer.concat([head, query.subarray(12), ...(isFailing ? [] : [answer])]), port, '127.0.0.1')
    if (isFailing) failures += 1
  })
  dns.bind(5353, '127.0.0.1')
  const start = (address: string) => createServer((_request, response) => response.end(address)).listen(9001, address)
  const seen = () =>
    fetch('http://127.0.0.1:8080/page')
      .then((answer) => answer.text())
      .catch(String)
  const until = async (isDone: () => boolean | Promise<boolean>) => {
    while (!(await isDone())) await delay(50)
  }

  const before = start('127.0.0.1')
  await until(async () => (await seen()) === '127.0.0.1')
  lastByte = null
  before.close()
  before.closeAllConnections()
  await until(() => failures > 0)
  start('127.0.0.2')
  lastByte = 2
  const startMs = performance.now()
  await until(async () => (await seen()) === '127.0.0.2')
  process.stdout.write(JSON.stringify({ foundMs: Math.round(performance.now() - startMs) }))
  process.exit()
}
