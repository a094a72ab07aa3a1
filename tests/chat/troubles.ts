import { setTimeout as wait } from 'node:timers/promises'
import type { ChatClient } from './chat-client.ts'
import type { ChatWorld } from './chat-world.ts'
import type { FaultWire, WireFate } from './fault-wire.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { ServerProcess } from './server-process.ts'

/** One bad thing that happens. ms since the start of the traffic. */
export interface Trouble {
  atMs: number
  kind:
    | 'kill bff'
    | 'kill upstream'
    | 'kill redis'
    | 'slow answers'
    | 'slow requests'
    | 'cut connections'
    | 'cut sockets'
    /** Else all end up on the instance that has lived longest. */
    | 'tabs move'
  /** Until it is over. */
  forMs: number
  /** Of what is killed where there are several. */
  which: number
}

/** How long each may last, ms. Redis is away long enough to be missed, and to come back. */
const LENGTHS: Record<Trouble['kind'], readonly [number, number]> = {
  'kill bff': [200, 2_500],
  'kill upstream': [200, 3_000],
  'kill redis': [300, 5_000],
  'slow answers': [1_500, 4_000],
  'slow requests': [1_500, 4_000],
  'cut connections': [1_500, 4_000],
  'cut sockets': [0, 0],
  'tabs move': [0, 0],
}
/** Instances die most often. */
const DECK: readonly Trouble['kind'][] = [...(Object.keys(LENGTHS) as Trouble['kind'][]), 'kill bff']
/** In the end nobody loses the socket, so that no page closes by its history what was not delivered. */
const LAST_DECK = DECK.filter((kind) => kind !== 'kill bff' && kind !== 'tabs move')
const LAST_BEGIN: readonly Trouble['kind'][] = ['kill redis', 'kill redis', 'tabs move']
const LAST_PART = 0.3
/** Between one trouble's beginning and the next. */
const GAP_MS = { least: 1_200, most: 4_500 }

/** A plan for this long, the same for the same chance: every kind comes again and again, several overlap. */
export function planTroubles(random: SeededRandom, spanMs: number): Trouble[] {
  const lastMs = spanMs * (1 - LAST_PART)
  return [
    ...planPart(random, DECK, GAP_MS.least, lastMs),
    ...planPart(random, LAST_DECK, lastMs + GAP_MS.most, spanMs - GAP_MS.least, LAST_BEGIN),
  ]
}

/** @param first in any case, the last of them first */
function planPart(
  random: SeededRandom,
  deck: readonly Trouble['kind'][],
  fromMs: number,
  toMs: number,
  first: readonly Trouble['kind'][] = [],
): Trouble[] {
  const plan: Trouble[] = []
  let left = [...first]
  for (let atMs = fromMs; atMs < toMs; atMs += random.between(GAP_MS.least, GAP_MS.most)) {
    if (left.length === 0) left = random.shuffled(deck)
    const kind = left.pop() as Trouble['kind']
    const [least, most] = LENGTHS[kind]
    plan.push({ atMs, kind, forMs: random.between(least, most), which: random.between(0, 1) })
  }
  return plan
}

/** Lets it happen. Done when all is whole again. */
export async function runTroubles(
  { bffs, upstream, redis, wire }: ChatWorld,
  clients: readonly ChatClient[],
  plan: readonly Trouble[],
  random: SeededRandom,
): Promise<void> {
  const weather = createWeather(wire, random)
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
        return weather.turn(kind, forMs)
    }
  })
  await Promise.all(running)
  weather.clear()
}

async function away(server: ServerProcess | null | undefined, forMs: number): Promise<void> {
  // Dead of the last time, or just coming back.
  if (!server?.isUp) return
  await server.kill()
  await wait(forMs)
  await server.start()
}

type Weather = 'slow answers' | 'slow requests' | 'cut connections'

/** Some requests always suffer, many while the weather is bad. */
function createWeather(wire: FaultWire, random: SeededRandom) {
  const current = new Map<Weather, number>()
  wire.fateOf = () => {
    const often = (kind: Weather) => ((current.get(kind) ?? 0) > 0 ? 0.4 : 0.02)
    const fate: WireFate = {}
    if (random.chance(often('slow answers'))) fate.answerDelayMs = random.between(50, 5_000)
    if (random.chance(often('slow requests'))) fate.requestDelayMs = random.between(50, 5_000)
    if (random.chance(often('cut connections'))) fate.cut = random.pick(['before', 'after'] as const)
    return fate
  }
  return {
    async turn(kind: Weather, forMs: number): Promise<void> {
      current.set(kind, (current.get(kind) ?? 0) + 1)
      await wait(forMs)
      current.set(kind, (current.get(kind) ?? 0) - 1)
    },
    clear() {
      wire.fateOf = () => ({})
    },
  }
}
