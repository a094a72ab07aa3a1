import { features } from 'web-features'

/** A feature of the web in a built file. */
export interface Feature {
  /**
   * MDN's name of the feature, as in `web-features`: `css.properties.text-wrap.balance`, `api.Element.checkVisibility`.
   */
  key: string
  /** Text in the file. */
  text: string
}

/** Minimum version of each browser, as in `browserslist`: `{ chrome: 100 }`. */
export type Oldest = Readonly<Record<string, number>>

/** Browsers with different names in `browserslist` and the data. */
const DATA_NAMES: Record<string, string> = {
  and_chr: 'chrome_android',
  and_ff: 'firefox_android',
  ios_saf: 'safari_ios',
}

/** Reads entries such as `ios_saf 15.4`. */
export function readOldest(browserslist: readonly string[]): Oldest {
  const entries = browserslist.map((entry) => {
    const [, name, version] = /^(\w+) (\d+(?:\.\d+)?)$/.exec(entry) ?? []
    if (!name || !version) throw new Error(`browserslist: a browser and its version are expected, not ${entry}`)
    return [DATA_NAMES[name] ?? name, Number(version)] as const
  })
  return Object.fromEntries(entries)
}

type Versions = Readonly<Record<string, string | undefined>>

/**
 * First version of each browser that has a feature, by MDN's name of the feature: `css.properties.text-wrap.balance`.
 */
const FIRST_VERSIONS = new Map<string, Versions>()
for (const feature of Object.values(features)) {
  if (feature.kind !== 'feature') continue
  const statuses = (feature.status.by_compat_key ?? {}) as Record<string, { support: Versions }>
  for (const [key, { support }] of Object.entries(statuses)) FIRST_VERSIONS.set(key, support)
}

export function isKnown(key: string): boolean {
  return FIRST_VERSIONS.has(key)
}

export function listKnownKeys(): Iterable<string> {
  return FIRST_VERSIONS.keys()
}

/**
 * Returns the browsers whose oldest supported version lacks a feature, with the first version that has it: `chrome
 * 114`, `firefox never`.
 */
export function findBrowsersWithout(key: string, oldest: Oldest): string[] {
  const first = FIRST_VERSIONS.get(key)
  if (!first) return []
  return Object.entries(oldest)
    .filter(([browser, version]) => Number(first[browser]?.replace('≤', '') ?? Number.POSITIVE_INFINITY) > version)
    .map(([browser]) => `${browser} ${first[browser] ?? 'never'}`)
}
