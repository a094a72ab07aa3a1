import { runWithinTime } from '@portal/bff/src/time-limit.ts'
import { type Check, type Finding, fault } from './finding.ts'

/** Time after which a running check counts as a finding. ms. */
const CHECK_MS = 60_000

export interface NamedFinding extends Finding {
  check: string
}

/** Runs all checks in parallel; findings keep the order of the checks. */
export async function runChecks<S>(checks: readonly Check<S>[], subject: S): Promise<NamedFinding[]> {
  const found = await Promise.all(checks.map((check) => runCheck(check, subject)))
  return found.flat()
}

async function runCheck<S>({ name, run }: Check<S>, subject: S): Promise<NamedFinding[]> {
  const addName = (findings: readonly Finding[]) => findings.map((finding) => ({ check: name, ...finding }))
  try {
    return addName(await runWithinTime(CHECK_MS, async () => run(subject)))
  } catch (error) {
    const how = (error as Error).name === 'TimeoutError' ? `did not end within ${CHECK_MS / 1000} s` : 'broke off'
    // The message of an unexpected error may contain anything.
    const kind = (error as NodeJS.ErrnoException).code ?? (error as Error).name
    return addName([fault(`the check ${how} (${kind})`, 'Run the doctor again; if it stays, report it with this line')])
  }
}
