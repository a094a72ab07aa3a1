import type { Config } from '@portal/bff/src/config/config.ts'
import type { Ask } from './ask.ts'
import type { Detour } from './connect-to.ts'
import type { RunningSite } from './running-site.ts'

/**
 * `warn`: the site works, but not as it should. `fault`: something does not work, or something is open that must not
 * be.
 */
export type Level = 'ok' | 'warn' | 'fault'

/** One line for an operator. Never contains a secret. */
export interface Finding {
  level: Level
  /** The finding, in English, one line. */
  what: string
  /** The remedy; empty where nothing needs to be done. */
  remedy: string
}

/** Input of a check. */
export interface Subject {
  config: Config
  env: Environment
  ask: Ask
  /** `null`: no site answers at its address. */
  site: RunningSite | null
  machine: Machine
  /** Clock, epoch ms. */
  now: () => number
  /** Returns the address at which the same site would answer without TLS. */
  plainOrigin: (origin: string) => string
  /** PEM of a further certificate authority; tests only. */
  ca: string | undefined
  /** Way to the proxy where the public name leads elsewhere; `ask` uses it already. */
  detour: Detour | null
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Properties of the machine on which the doctor runs. */
export interface Machine {
  /** Node version, such as `24.21.0`. */
  nodeVersion: string
  /** Returns the bytes that may still be written below a folder. */
  freeBytes(folder: string): Promise<number>
  /** Addresses of this machine that are reachable from outside. */
  outerAddresses: readonly string[]
  /** Whether this is a container, in which loopback and DNS differ from those of visitors and of the host. */
  isContainer: boolean
  /** Whether web's build matches the sources; `null` where there are no sources. */
  isWebFresh: boolean | null
}

export interface Check<S = Subject> {
  name: string
  /** Reads only; changes nothing permanently. A check that throws counts as a fault. */
  run(subject: S): Promise<readonly Finding[]> | readonly Finding[]
}

export function ok(what: string): Finding {
  return { level: 'ok', what, remedy: '' }
}

export function warn(what: string, remedy: string): Finding {
  return { level: 'warn', what, remedy }
}

export function fault(what: string, remedy: string): Finding {
  return { level: 'fault', what, remedy }
}

/** A check of the running site as visitors reach it, through all proxies in front. */
export type SiteCheck = (subject: Subject, site: RunningSite) => Promise<readonly Finding[]>

/** Time limit of a request of a `SiteCheck`, ms. */
export const SITE_REQUEST_MS = 15_000
