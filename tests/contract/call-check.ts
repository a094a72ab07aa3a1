import type { CallKey } from '../../packages/contract/src/calls.ts'
import type { Browser } from './browser.ts'
import { CheckEnded, type Findings, mismatches } from './findings.ts'
import type { Reference } from './reference.ts'

/**
 * What a check may do to an upstream. `visitor`: it reads, and counts a visit at most. `account`: it reads and writes as
 * the account that was given, and takes back what it wrote. `reference`: it needs mails, roles, a provider or the
 * platform, or leaves something behind: our own upstream only.
 */
export type Needs = 'visitor' | 'account' | 'reference'

/** What a check works with. */
export interface Bench {
  findings: Findings
  /** A fresh browser, not logged in. */
  visitor(): Browser
  /** A browser and a cookie to send with it, whose token no upstream knows. */
  stranger(): { browser: Browser; cookie: string }
  /** A browser that is logged in as the account; one for all checks. */
  member(): Promise<Browser>
  /** Logs in anew, in a browser of its own. */
  logIn(): Promise<Browser>
  /** So much later for the BFF, and for our own upstream: what was cached is asked for again, limits start anew. */
  later(ms: number): void
  /** Only where the reference upstream runs. */
  reference?: Reference
}

/** As a check sees it: with its own tools to say what is not kept. */
export interface CheckBench extends Bench {
  /** An answer, or a part of it, has these members with these values; a pattern stands for a text. */
  see(actual: unknown, expected: unknown, at?: string): void
  /** @param differs what is the case when it is not so */
  that(isKept: boolean, differs: string): void
  reference: Reference
}

export interface CallCheck {
  call: CallKey
  /** The rule: of the upstream API (docs/upstream-api.md), or `ours` where the specification gives it. */
  says: string
  needs: Needs
  run(bench: CheckBench): Promise<void>
}

/** One rule of one call. */
export function check(call: CallKey, says: string, needs: Needs, run: CallCheck['run']): CallCheck {
  return { call, says, needs, run }
}

/** Runs a check; what it finds goes to the bench's findings. */
export async function runCheck(bench: Bench, { call, says, needs, run }: CallCheck): Promise<void> {
  if (needs === 'reference' && !bench.reference) throw new Error(`${call}: runs on the reference upstream only`)
  const depart = (differs: string) => bench.findings.depart({ call, differs, says })
  const tools: CheckBench = {
    ...(bench as CheckBench),
    see: (actual, expected, at) => mismatches(actual, expected, at).forEach(depart),
    that: (isKept, differs) => {
      if (!isKept) depart(differs)
    },
  }
  try {
    await run(tools)
  } catch (error) {
    if (error instanceof CheckEnded) return
    // An answer so different that the check cannot go on is a finding, not a fault of the suite.
    depart(`the check broke off: ${(error as Error).message}`)
  }
}
