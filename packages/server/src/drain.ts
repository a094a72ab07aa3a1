import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export interface DrainTimes {
  /** Time for the proxies in front to notice that `/readyz` answers 503. ms. */
  noticeMs: number
  /** Draining ends after this time with no request. ms. */
  quietMs: number
  /** Maximum duration of draining. ms. */
  longestMs: number
}

/** `ops/nginx` checks every 2 s; `main.ts` allows the same time again for running requests. */
const TIMES: DrainTimes = { noticeMs: 3_000, quietMs: 500, longestMs: 5_000 }

/** Health checks keep working while the server drains, and do not prolong it. */
const HEALTH_CHECK = /^\/(?:readyz|healthz)$/

/**
 * Continues to serve while the proxies in front notice the shutdown. Each response closes its connection, so that no
 * request arrives on a connection just as the server closes it. A connection that is not yet accepted is lost when the
 * server stops listening, so that happens only once requests have stopped.
 */
export function prepareDrain(server: Server, { noticeMs, quietMs, longestMs }: DrainTimes = TIMES) {
  let lastRequestMs = 0

  /** Resolves when requests have stopped, or after the longest time. */
  return async function drain(): Promise<void> {
    const sinceMs = performance.now()
    lastRequestMs = sinceMs
    server.prependListener('request', ({ url = '' }, response) => {
      response.shouldKeepAlive = false
      if (!HEALTH_CHECK.test(url)) lastRequestMs = performance.now()
    })
    await wait(noticeMs)
    for (;;) {
      const nowMs = performance.now()
      const leftMs = Math.min(lastRequestMs + quietMs, sinceMs + longestMs) - nowMs
      if (leftMs <= 0) return
      await wait(leftMs)
    }
  }
}
