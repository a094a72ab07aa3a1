import { Counter, Gauge, type Registry } from 'prom-client'

export type SourceMetrics = ReturnType<typeof createSourceMetrics>

export function createSourceMetrics(registry: Registry) {
  const registers = [registry]
  const users = new Gauge({
    name: 'chat_upstream_users',
    help: 'Users whose events this instance receives from upstream, by way',
    labelNames: ['way'] as const,
    registers,
  })
  const lookups = new Counter({ name: 'chat_lookups_total', help: 'Fetches of missed events', registers })
  const broken = new Counter({ name: 'chat_broken_frames_total', help: 'Invalid frames of upstream', registers })
  return {
    /** Counts users by the way in which they are served. */
    listening: (way: 'socket' | 'poll', change: 1 | -1) => users.inc({ way }, change),
    /** Missed events were fetched. */
    recovered: () => lookups.inc(),
    brokenFrame: () => broken.inc(),
  }
}
