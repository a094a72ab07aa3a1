import { setTimeout as wait } from 'node:timers/promises'
import type { ChatClient } from './chat-client.ts'
import type { ChatWorld } from './chat-world.ts'
import type { FaultWire, WireFate } from './fault-wire.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { ServerProcess } from './server-process.ts'

/** One fault. Times are ms since the start of the traffic. */
export interface PlannedFault {
  atMs: number
  kind:
    | 'kill bff'
    | 'kill upstream'
    | 'kill redis'
    | 'slow answers'
    | 'slow requests'
    | 'cut connections'
    | 'cut sockets'
    /** All tabs would otherwise end on the instance that was restarted least often. */
    | 'tabs move'
  /** Duration, ms. */
  forMs: number
  /** Index of the server that is killed. */
  which: number
}

/** Shortest and longest duration, ms. Redis is away long enough for instances to notice. */
const LENGTHS: Record<PlannedFault['kind'], readonly [number, number]> = {
  'kill bff': [200, 2_500],
  'kill upstream': [200, 3_000],
  'kill redis': [300, 5_000],
  'slow answers': [1_500, 4_000],
  'slow requests': [1_500, 4_000],
  'cut connections': [1_500, 4_000],
  'cut sockets': [0, 0],
  'tabs move': [0, 0],
}
/** Instances are killed most often. */
const DECK: readonly PlannedFault['kind'][] = [...(Object.keys(LENGTHS) as PlannedFault['kind'][]), 'kill bff']
/** Sockets stay open at the end, so that no client repairs a lost message from the history. */
const LAST_DECK = DECK.filter((kind) => kind !== 'kill bff' && kind !== 'tabs move')
const LAST_BEGIN: readonly PlannedFault['kind'][] = ['kill redis', 'kill redis', 'tabs move']
const LAST_PART = 0.3
/** Pause between the starts of two faults. */
const GAP_MS = { least: 1_200, most: 4_500 }

/** A plan that depends on the seed only: every kind occurs repeatedly, and some overlap. */
export function planFaults(random: SeededRandom, spanMs: number): PlannedFault[] {
  const lastMs = spanMs * (1 - LAST_PART)
  return [
    ...planPart(random, DECK, GAP_MS.least, lastMs),
    ...planPart(random, LAST_DECK, lastMs + GAP_MS.most, spanMs - GAP_MS.least, LAST_BEGIN),
  ]
}

/** @param first kinds that come first, in reverse order */
function planPart(
  random: SeededRandom,
  deck: readonly PlannedFault['kind'][],
  fromMs: number,
  toMs: number,
  first: readonly PlannedFault['kind'][] = [],
): PlannedFault[] {
  const plan: PlannedFault[] = []
  let left = [...first]
  for (let atMs = fromMs; atMs < toMs; atMs += random.between(GAP_MS.least, GAP_MS.most)) {
    if (left.length === 0) left = random.shuffled(deck)
    const kind = left.pop() as PlannedFault['kind']
    const [least, most] = LENGTHS[kind]
    plan.push({ atMs, kind, forMs: random.between(least, most), which: random.between(0, 1) })
  }
  return plan
}

/** Runs a plan. Resolves when all servers are up again. */
export async function runFaults(
  { bffs, upstream, redis, wire }: ChatWorld,
  clients: readonly ChatClient[],
  plan: readonly PlannedFault[],
  random: SeededRandom,
): Promise<void> {
  const network = createNetworkFaults(wire, random)
  const startMs = Date.now()
  const running = plan.map(async ({ atMs, kind, forMs, which }) => {
    await wait(Math.max(0, startMs + atMs - Date.now()))
    switch (kind) {
      case 'kill bff':
        return away(bffs[which % bffs.length]?.server, forMs)
      case 'kill upstream':
        return away(upstream, forMs)
      case 'kill redis':
        return away(redis, forMs)
      case 'cut sockets':
        return wire.cutSockets()
      case 'tabs move':
        for (const client of clients) client.move(random.pick(bffs).url)
        return
      default:
        return network.apply(kind, forMs)
    }
  })
  await Promise.all(running)
  network.clear()
}

async function away(server: ServerProcess | null | undefined, forMs: number): Promise<void> {
  // The server is still down, or just starting, after the previous fault.
  if (!server?.isUp) return
  await server.kill()
  await wait(forMs)
  await server.start()
}

type NetworkFault = 'slow answers' | 'slow requests' | 'cut connections'

/** A few requests are always affected, many while a fault lasts. */
function createNetworkFaults(wire: FaultWire, random: SeededRandom) {
  const current = new Map<NetworkFault, number>()
  wire.chooseFate = () => {
    const often = (kind: NetworkFault) => ((current.get(kind) ?? 0) > 0 ? 0.4 : 0.02)
    const fate: WireFate = {}
    if (random.chance(often('slow answers'))) fate.answerDelayMs = random.between(50, 5_000)
    if (random.chance(often('slow requests'))) fate.requestDelayMs = random.between(50, 5_000)
    if (random.chance(often('cut connections'))) fate.cut = random.pick(['before', 'after'] as const)
    return fate
  }
  return {
    async apply(kind: NetworkFault, forMs: number): Promise<void> {
      current.set(kind, (current.get(kind) ?? 0) + 1)
      await wait(forMs)
      current.set(kind, (current.get(kind) ?? 0) - 1)
    },
    clear() {
      wire.chooseFate = () => ({})
    },
  }
}
