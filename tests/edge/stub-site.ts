import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasNginx, type RunningNginx, startNginx } from '../scale/nginx.ts'

export { hasNginx }

/** nginx in front of one server that answers as the test requires. */
export interface EdgeOfStub {
  url: string
  nginx: RunningNginx
  /** Requests that reached the server, in order. */
  asked: IncomingMessage[]
  /** Answers each request; by default each answer is different and may be cached. */
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>
  close(): Promise<void>
}

/** @param assetFolders folders of built files, `…/assets` */
export async function startEdgeOfStub(assetFolders: readonly string[] = []): Promise<EdgeOfStub> {
  const server = createServer((request, response) => {
    edge.asked.push(request)
    request.resume().once('end', () => edge.answer(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const servers = { SITE_1: address, SITE_2: address, UPSTREAM_1: address, UPSTREAM_2: address }
  const nginx = await startNginx({ servers, assetFolders })
  let made = 0
  const edge: EdgeOfStub = {
    url: nginx.url,
    nginx,
    asked: [],
    answer: (_request, response) => keep(response, `body ${++made}`),
    async close() {
      await nginx.stop()
      server.closeAllConnections()
      server.close()
    },
  }
  return edge
}

interface Kept {
  /** Declared time since the answer was fresh. */
  ageSeconds?: number
  /** Time for which it may be shown while a new one is fetched. */
  updatingSeconds?: number
  status?: number
  headers?: Readonly<Record<string, string>>
}

/** Answers as the site does to nginx (`responses/edge-answer.ts`). */
export function keep(response: ServerResponse, body: string, kept: Kept = {}): void {
  const { ageSeconds = -20, updatingSeconds = 1, status = 200, headers = {} } = kept
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    ...headers,
    'cache-control': `stale-while-revalidate=${updatingSeconds}, stale-if-error=600`,
    'browser-cache-control': 'no-cache',
    'x-accel-expires': `@${Math.floor(Date.now() / 1000) - ageSeconds}`,
  })
  response.end(body)
}
