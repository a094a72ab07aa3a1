import { allChecks } from './all-checks.ts'
import { runCheck } from './call-check.ts'
import { startForeign } from './foreign.ts'
import { startReference } from './reference.ts'
import { reportLines } from './report.ts'
import { type ContractSettings, readSettings, SettingsError } from './settings.ts'
import { noteVariants } from './variants.ts'

/** Exit codes: no departures; departures; an invalid setting. */
export const CONTRACT_EXIT = { kept: 0, departs: 1, usage: 2 } as const

/**
 * Runs the suite against the upstream named in the environment and prints its departures from the contract.
 * @param print receives one line at a time
 * @returns the exit code of the command
 */
export async function runContract(env: NodeJS.ProcessEnv, print: (line: string) => void): Promise<number> {
  let settings: ContractSettings
  try {
    settings = readSettings(env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    print(error.message)
    return CONTRACT_EXIT.usage
  }
  const { url, prefix, account } = settings
  const bench = url === null ? await startReference() : await startForeign({ ...settings, url })
  try {
    const allowed = new Set(
      url === null ? ['visitor', 'account', 'reference'] : account ? ['visitor', 'account'] : ['visitor'],
    )
    const run = allChecks.filter(({ needs }) => allowed.has(needs))
    const spared = allChecks.filter(({ needs }) => !allowed.has(needs))
    for (const one of run) await runCheck(bench, one)
    if ('found' in bench) noteVariants(bench)
    const upstream = url === null ? 'the reference upstream' : url + prefix
    for (const line of reportLines({ findings: bench.findings, run, spared, upstream })) print(line)
    return bench.findings.departures.length > 0 ? CONTRACT_EXIT.departs : CONTRACT_EXIT.kept
  } finally {
    await bench.close()
  }
}
