import { Counter, Gauge, type Registry } from 'prom-client'

/** How upstream is listened to. */
export interface SourceMetrics {
  /** One user more, or one less, is listened for this way. */
  listening(way: 'socket' | 'poll', change: 1 | -1): void
  /** A gap was looked up. */
  lookedUp(): void
  brokenFrame(): void
}

export function createSourceMetrics(registry: Registry): SourceMetrics {
  const registers = [registry]
  const users = new Gauge({
    name: 'chat_upstream_users',
    help: 'Users for whom upstream is listened to here, by way',
    labelNames: ['way'] as const,
    registers,
  })
  const lookups = new Counter({ name: 'chat_lookups_total', help: 'Looks for what may have been missed', registers })
  const broken = new Counter({
    name: 'chat_broken_frames_total',
    help: 'Invalid frames of upstream',
    registers,
  })
  return {
    listening: (way, change) => users.inc({ way }, change),
    lookedUp: () => lookups.inc(),
    brokenFrame: () => broken.inc(),
  }
}
