import { CLOSE } from '@portal/contract/socket.ts'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { ChatEvent } from './chat-event.ts'

export type ChatMetrics = ReturnType<typeof createChatMetrics>

/** Close codes with their own series. Other codes, which a client may invent, share one. */
const CODES: ReadonlySet<number> = new Set([...Object.values(CLOSE), 1000, 1001, 1005, 1006, 1007])

interface Gauges {
  sockets: () => number
  users: () => number
}

export function createChatMetrics(registry: Registry, { sockets, users }: Gauges) {
  const registers = [registry]
  const createGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  createGauge('chat_sockets', 'Open chat sockets', sockets)
  createGauge('chat_users', 'Users with an open chat socket', users)
  const createCounter = (name: string, help: string, label: string) => {
    const counts = new Counter({ name, help, labelNames: [label], registers })
    return (value: string, count = 1) => counts.inc({ [label]: value }, count)
  }
  const close = createCounter('chat_closes_total', 'Closed chat sockets', 'code')
  const send = createCounter('chat_sends_total', 'Messages sent, by outcome', 'outcome')
  const deliver = createCounter('chat_deliveries_total', 'Frames to sockets, by event', 'kind')
  return {
    /** Counts a frame by its kind in the contract, or `broken`. */
    frame: createCounter('chat_frames_total', 'Frames of browsers', 'kind'),
    closed: (code: number) => close(CODES.has(code) ? String(code) : 'other'),
    sent: (outcome: 'ok' | 'refused' | 'failed') => send(outcome),
    /** @param sockets number of sockets that received the event */
    delivered: (kind: ChatEvent['kind'], sockets: number) => deliver(kind, sockets),
  }
}
