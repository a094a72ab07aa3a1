import { runNode } from './process-run.ts'
import { packageBin } from './repository.ts'
import { sumTallies, type Tally, tallyOf } from './tally.ts'

/** Everything with a tsconfig.json; `.` is what belongs to none of the workspaces. */
const TYPED = ['packages/contract', 'packages/server', 'apps/bff', 'apps/upstream', 'apps/doctor', 'apps/web', '.']

interface Check {
  name: string
  args: string[]
}

const CHECKS: readonly Check[] = [
  { name: 'format and lint', args: [packageBin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  ...TYPED.map((folder) => ({
    name: `types of ${folder}`,
    args: [packageBin('typescript/bin/tsc'), '-p', folder],
  })),
]

/** Format, lint and types, side by side; each counts as one test. Shows what a failed one says. */
export async function runStaticChecks(): Promise<Tally> {
  return sumTallies(
    await Promise.all(
      CHECKS.map(async ({ name, args }) => {
        const { code, output } = await runNode(args)
        if (code === 0) console.log(`  ✓ ${name}`)
        else console.log(`  ✗ ${name}\n${output}`)
        return tallyOf(code === 0)
      }),
    ),
  )
}
