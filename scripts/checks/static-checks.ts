import { runNode } from '../process-run.ts'
import { findPackageBin } from '../repository.ts'
import type { TestSummary } from './test-summary.ts'

/** Folders with a tsconfig.json; `.` covers scripts, tests and benches. */
const TYPED = ['packages/contract', 'packages/server', 'apps/bff', 'apps/upstream', 'apps/doctor', 'apps/web', '.']

const CHECKS: readonly { name: string; args: string[] }[] = [
  { name: 'format and lint', args: [findPackageBin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'unused files, exports and dependencies', args: [findPackageBin('knip/bin/knip.js')] },
  ...TYPED.map((folder) => ({
    name: `types of ${folder}`,
    args: [findPackageBin('typescript/bin/tsc'), '-p', folder],
  })),
]

/**
 * Checks format, lint, types and unused code in parallel; each counts as one check. Prints the output of a failed one.
 */
export async function runStaticChecks(summary: TestSummary): Promise<void> {
  await Promise.all(
    CHECKS.map(async ({ name, args }) => {
      const { code, output } = await runNode(args)
      console.log(code === 0 ? `  ✓ ${name}` : `  ✗ ${name}\n${output}`)
      summary.addCheck(name, code === 0)
    }),
  )
}
