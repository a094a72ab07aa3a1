import { CLOSE } from '@portal/contract/socket.ts'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { ChatEvent } from './chat-event.ts'

/** What is counted of the sockets. */
export interface ChatMetrics {
  /** @param kind as the contract names it, or `broken` */
  frame(kind: string): void
  closed(code: number): void
  sent(outcome: 'ok' | 'refused' | 'failed'): void
  /** @param sockets number of sockets that received it */
  delivered(kind: ChatEvent['kind'], sockets: number): void
}

/** Codes that a browser makes up would be a series each. */
const CODES: ReadonlySet<number> = new Set([...Object.values(CLOSE), 1000, 1001, 1005, 1006, 1007])

interface Gauges {
  sockets: () => number
  users: () => number
}

export function createChatMetrics(registry: Registry, { sockets, users }: Gauges): ChatMetrics {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('chat_sockets', 'Open chat sockets', sockets)
  gauge('chat_users', 'Users with an open chat socket', users)
  const frames = new Counter({
    name: 'chat_frames_total',
    help: 'Frames of browsers',
    labelNames: ['kind'] as const,
    registers,
  })
  const closes = new Counter({
    name: 'chat_closes_total',
    help: 'Closed chat sockets',
    labelNames: ['code'] as const,
    registers,
  })
  const sends = new Counter({
    name: 'chat_sends_total',
    help: 'Messages sent, by outcome',
    labelNames: ['outcome'] as const,
    registers,
  })
  const deliveries = new Counter({
    name: 'chat_deliveries_total',
    help: 'Frames to sockets, by event',
    labelNames: ['kind'] as const,
    registers,
  })
  return {
    frame: (kind) => frames.inc({ kind }),
    closed: (code) => closes.inc({ code: CODES.has(code) ? String(code) : 'other' }),
    sent: (outcome) => sends.inc({ outcome }),
    delivered: (kind, count) => deliveries.inc({ kind }, count),
  }
}
