import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export interface DrainTimes {
  /** How long proxies in front have to notice that `/readyz` answers 503. ms. */
  noticeMs: number
  /** When nothing has been asked for so long, nobody sends any more. ms. */
  quietMs: number
  /** After this it goes on whoever still sends. ms. */
  longestMs: number
}

/** The same as the BFF's (`apps/bff/src/drain.ts`): one proxy is in front of both. */
const TIMES: DrainTimes = { noticeMs: 3_000, quietMs: 500, longestMs: 5_000 }

/** Not what visitors ask: who looks whether we are well goes on looking. */
const LOOKS = /^\/(?:readyz|healthz)$/

/**
 * Takes leave of the proxies in front while everything is still served: each answer closes its connection, so that none
 * is left on which a request could come just when we close it, and no new ones come once the proxies have noticed.
 * A connection that nobody has accepted yet is lost with its request when a server stops to listen; so it stops when
 * there are no more.
 */
export function prepareDrain(server: Server, { noticeMs, quietMs, longestMs }: DrainTimes = TIMES) {
  let isDraining = false
  let lastAskedMs = 0
  server.prependListener('request', ({ url = '' }, response) => {
    if (!isDraining) return
    response.shouldKeepAlive = false
    if (!LOOKS.test(url)) lastAskedMs = performance.now()
  })

  /** Done when nobody sends any more, or after the longest time. */
  return async function drain(): Promise<void> {
    const sinceMs = performance.now()
    isDraining = true
    lastAskedMs = sinceMs
    await wait(noticeMs)
    for (;;) {
      const nowMs = performance.now()
      const leftMs = Math.min(lastAskedMs + quietMs, sinceMs + longestMs) - nowMs
      if (leftMs <= 0) return
      await wait(leftMs)
    }
  }
}
