import type { Config } from '@portal/bff/src/config/config.ts'
import type { Ask } from './ask.ts'
import type { Detour } from './connect-to.ts'
import type { RunningSite } from './running-site.ts'

/** `warn`: the site works, but not as it should. `fault`: something does not work, or is open that must not be. */
export type Level = 'ok' | 'warn' | 'fault'

/** One line for an operator. Never holds a secret. */
export interface Finding {
  level: Level
  /** What is the case, in English, one line. */
  what: string
  /** What to do about it; empty where nothing is to be done. */
  mend: string
}

/** Input of a check. */
export interface Subject {
  config: Config
  env: Environment
  ask: Ask
  /** `null`: nothing answers where the site would. */
  site: RunningSite | null
  machine: Machine
  /** Clock, epoch ms. */
  now: () => number
  /** Where the same site would answer without TLS. */
  plainOrigin: (origin: string) => string
  /** PEM of a further certificate authority; tests only. */
  ca: string | undefined
  /** How the proxy is reached where the public name leads elsewhere; `ask` takes it already. */
  detour: Detour | null
}

export type Environment = Readonly<Record<string, string | undefined>>

/** What the doctor knows of the machine it runs on. */
export interface Machine {
  /** Such as `24.21.0`. */
  nodeVersion: string
  /** Bytes that may still be written below a folder. */
  freeBytes(folder: string): Promise<number>
  /** Addresses of this machine that others reach it by. */
  outerAddresses: readonly string[]
  /** A container, in which loopback and DNS differ from those of visitors and of the machine around it. */
  isContainer: boolean
  /** Whether web's build is made of the sources as they are; `null` where there are no sources. */
  isWebFresh: boolean | null
}

export interface Check {
  name: string
  /** Reads only; changes nothing permanently. A check that throws counts as a fault. */
  run(subject: Subject): Promise<readonly Finding[]> | readonly Finding[]
}

export function ok(what: string): Finding {
  return { level: 'ok', what, mend: '' }
}

export function warn(what: string, mend: string): Finding {
  return { level: 'warn', what, mend }
}

export function fault(what: string, mend: string): Finding {
  return { level: 'fault', what, mend }
}

/** One check of the running site as visitors reach it, through whatever stands in front. */
export type SiteCheck = (subject: Subject, site: RunningSite) => Promise<readonly Finding[]>

/** Time limit of a request of a `SiteCheck`, ms. */
export const SITE_REQUEST_MS = 15_000
