import type { CallKey } from '../../packages/contract/src/calls.ts'
import type { Browser } from './browser.ts'
import { CheckEnded, type Findings, findMismatches } from './findings.ts'
import type { Reference } from './reference.ts'

/**
 * Requirements of a check. `visitor`: it only reads, apart from counted visits. `account`: it reads and writes as the
 * given account and undoes its writes. `reference`: it needs mails, roles, a provider or the platform, or leaves data
 * behind, so it runs on our own upstream only.
 */
export type Needs = 'visitor' | 'account' | 'reference'

/** Tools of a run. */
export interface Bench {
  findings: Findings
  /** Returns a new browser that is not logged in. */
  visitor(): Browser
  /** Returns a browser and a cookie to send with it, whose token no upstream knows. */
  stranger(): { browser: Browser; cookie: string }
  /** Returns a browser logged in as the account, shared by all checks. */
  member(): Promise<Browser>
  /** Returns a new browser with a new login. */
  logIn(): Promise<Browser>
  /** Advances the clocks of the BFF and our own upstream, so that caches expire and rate limits reset. */
  later(ms: number): void
  /** Present with the reference upstream only. */
  reference?: Reference
}

/** The tools of one check, which report its departures. */
export interface CheckBench extends Bench {
  /** Expects these members with these values; a pattern matches a string. */
  see(actual: unknown, expected: unknown, at?: string): void
  /** @param differs describes the departure when the condition is false */
  that(isKept: boolean, differs: string): void
  reference: Reference
}

export interface CallCheck {
  call: CallKey
  /** The rule, from the upstream API (docs/upstream-api.md) or, marked `ours`, from the specification. */
  says: string
  needs: Needs
  run(bench: CheckBench): Promise<void>
}

/** Defines one rule of one call. */
export function check(call: CallKey, says: string, needs: Needs, run: CallCheck['run']): CallCheck {
  return { call, says, needs, run }
}

/** Runs a check and adds departures to the findings of the bench. */
export async function runCheck(bench: Bench, { call, says, needs, run }: CallCheck): Promise<void> {
  if (needs === 'reference' && !bench.reference) throw new Error(`${call}: runs on the reference upstream only`)
  const depart = (differs: string) => bench.findings.depart({ call, differs, says })
  const tools: CheckBench = {
    ...(bench as CheckBench),
    see: (actual, expected, at) => findMismatches(actual, expected, at).forEach(depart),
    that: (isKept, differs) => {
      if (!isKept) depart(differs)
    },
  }
  try {
    await run(tools)
  } catch (error) {
    if (error instanceof CheckEnded) return
    // An answer that makes the check throw is a finding, not a fault of the suite.
    depart(`the check broke off: ${(error as Error).message}`)
  }
}
