import { GEM_COLOURS, type GemColour } from '#domain/gems/gem-colours.ts'
import { withQuery } from '#lib/address.ts'

/** Ends of a range; `null` for an open end. */
export interface Bounds {
  min: number | null
  max: number | null
}

export type GemOrder = 'given' | 'refractiveIndex' | 'density' | 'hardness'

/** Filters of the encyclopedia in its address. */
export interface GemFilters {
  /** Part of a name; empty for none. */
  name: string
  /** Crystal system: 三方晶系, 集合体 and so on. */
  system: string | null
  colour: GemColour | null
  refractiveIndex: Bounds
  density: Bounds
  hardness: Bounds
  order: GemOrder
}

/** Names of the ranges in the address. */
export const BOUND_NAMES = {
  refractiveIndex: { min: 'riMin', max: 'riMax' },
  density: { min: 'sgMin', max: 'sgMax' },
  hardness: { min: 'hMin', max: 'hMax' },
} as const
export type BoundProperty = keyof typeof BOUND_NAMES
const BOUND_PROPERTIES = Object.keys(BOUND_NAMES) as BoundProperty[]

const ORDERS: Readonly<Record<string, GemOrder>> = { ri: 'refractiveIndex', sg: 'density', h: 'hardness' }

const ANY: Bounds = { min: null, max: null }
export const NO_FILTERS: GemFilters = {
  name: '',
  system: null,
  colour: null,
  refractiveIndex: ANY,
  density: ANY,
  hardness: ANY,
  order: 'given',
}

const NAME_MAX = 20

/** Reads the query of `/gem`; missing, empty and invalid values do not filter. */
export function readGemFilters(query: URLSearchParams): GemFilters {
  const colour = query.get('colour')
  return {
    name: (query.get('name') ?? '').replace(/\s+/g, '').slice(0, NAME_MAX),
    system: query.get('system')?.trim().slice(0, NAME_MAX) || null,
    colour: GEM_COLOURS.find((known) => known === colour) ?? null,
    refractiveIndex: readBounds(query, 'refractiveIndex'),
    density: readBounds(query, 'density'),
    hardness: readBounds(query, 'hardness'),
    order: ORDERS[query.get('sort') ?? ''] ?? 'given',
  }
}

/** The canonical address of a choice: only the filters that are set, in a fixed order. */
export function toGemAddress(filters: GemFilters): string {
  const bounds = BOUND_PROPERTIES.flatMap((property) => [
    [BOUND_NAMES[property].min, filters[property].min],
    [BOUND_NAMES[property].max, filters[property].max],
  ])
  return withQuery('/gem', {
    name: filters.name || null,
    system: filters.system,
    colour: filters.colour,
    ...Object.fromEntries(bounds),
    sort: toSort(filters.order),
  })
}

/** Value of the order in the address; empty for the default. */
export function toSort(order: GemOrder): string | undefined {
  return Object.keys(ORDERS).find((name) => ORDERS[name] === order)
}

/** Whether any filter is set; the order does not count. */
export function isNarrowed(filters: GemFilters): boolean {
  return toGemAddress({ ...filters, order: 'given' }) !== '/gem'
}

/** Reads both ends, which a visitor may have swapped. */
function readBounds(query: URLSearchParams, property: BoundProperty): Bounds {
  const min = readNumber(query.get(BOUND_NAMES[property].min))
  const max = readNumber(query.get(BOUND_NAMES[property].max))
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max }
}

function readNumber(text: string | null): number | null {
  // Chinese input methods may produce full-width digits and points.
  const plain = (text ?? '').normalize('NFKC').trim()
  return /^\d{1,2}(\.\d{1,4})?$/.test(plain) ? Number(plain) : null
}

/** Limits of the number of gems to compare; more do not fit side by side. */
export const COMPARED_MIN = 2
export const COMPARED_MAX = 4

/** Ids to compare, `?compare=50,51` or `?compare=50&compare=51`; the first four, without repetitions. */
export function readCompared(query: URLSearchParams): number[] {
  const ids = query
    .getAll('compare')
    .flatMap((text) => text.split(','))
    .filter((text) => /^[1-9]\d{0,14}$/.test(text))
  return [...new Set(ids.map(Number))].slice(0, COMPARED_MAX)
}

export function toCompareAddress(ids: readonly number[]): string {
  return ids.length > 0 ? `/gem?compare=${ids.join(',')}` : '/gem'
}
