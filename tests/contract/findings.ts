import type { CallKey } from '../../packages/contract/src/calls.ts'

/** A difference between an upstream and the contract or docs/upstream-api.md. */
export interface Departure {
  call: CallKey
  differs: string
  says: string
}

/** Findings of a run, each once. */
export class Findings {
  /** Members that the contract does not name and the BFF drops, by call. */
  readonly unnamed = new Map<CallKey, Set<string>>()
  /** Calls of this project that the upstream lacks; pages work all the same. */
  readonly absent = new Set<CallKey>()
  /** Descriptions of deviations that are usual in the family and that the BFF accepts. */
  readonly variants = new Set<string>()
  readonly #departures = new Map<string, Departure>()

  get departures(): Departure[] {
    return [...this.#departures.values()]
  }

  depart(departure: Departure): void {
    this.#departures.set(JSON.stringify(departure), departure)
  }

  noteUnnamed(call: CallKey, members: readonly string[]): void {
    if (members.length === 0) return
    const known = this.unnamed.get(call) ?? new Set()
    for (const member of members) known.add(member)
    this.unnamed.set(call, known)
  }
}

/** Ends a check early; the reason is already among the findings. */
export class CheckEnded extends Error {
  override name = 'CheckEnded'
}

/**
 * Returns the differences between `actual` and `expected`. Compares named members of objects only, and strings with
 * patterns.
 * @param at path for messages, e.g. `data.records`
 */
export function findMismatches(actual: unknown, expected: unknown, at = ''): string[] {
  if (expected instanceof RegExp) {
    return typeof actual === 'string' && expected.test(actual) ? [] : [`${at} is ${formatValue(actual)}`]
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [`${at} is ${formatValue(actual)}`]
    return expected.flatMap((element, index) => findMismatches(actual[index], element, `${at}[${index}]`))
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return [`${at || 'the answer'} is ${formatValue(actual)}`]
    return Object.entries(expected).flatMap(([name, value]) =>
      findMismatches((actual as Record<string, unknown>)[name], value, at ? `${at}.${name}` : name),
    )
  }
  return Object.is(actual, expected) ? [] : [`${at} is ${formatValue(actual)}`]
}

const SHOWN_MAX = 60

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
