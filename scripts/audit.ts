// `npm run audit`: queries the registry for known vulnerabilities of the production dependencies, and writes the list
// of dependencies (CycloneDX) to .cache/sbom.cdx.json. Exits with 1 for a vulnerability of high or critical severity,
// and for a package that is not locked or has no licence. An unreachable registry is reported and is no failure.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { countPackages, findBillProblems, type Lockfile, readAudit } from './checks/dependency-report.ts'
import { makeProductionBill } from './checks/production-bill.ts'
import { getRepositoryPath, root } from './repository.ts'

const BILL = path.join('.cache', 'sbom.cdx.json')
const ANSWER_MAX_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 120_000

/** Returns the output of npm, whose exit code is 1 both for findings and for failures. */
function runNpm(...args: string[]): Promise<string> {
  const options = { cwd: root, maxBuffer: ANSWER_MAX_BYTES, timeout: TIMEOUT_MS }
  return new Promise((resolve) => execFile('npm', args, options, (_error, stdout) => resolve(stdout)))
}

function hasLicenceFile(name: string): boolean {
  return readdirSync(getRepositoryPath('node_modules', name)).some((file) => /^(?:licen[cs]e|copying)/i.test(file))
}

const [audit, bill] = await Promise.all([
  runNpm('audit', '--omit=dev', '--audit-level=high', '--json').then(readAudit),
  makeProductionBill(),
])
const lock = JSON.parse(readFileSync(getRepositoryPath('package-lock.json'), 'utf8')) as Lockfile
const problems = findBillProblems(bill, lock, hasLicenceFile)
mkdirSync(getRepositoryPath('.cache'), { recursive: true })
writeFileSync(getRepositoryPath(BILL), bill)

if (audit.kind === 'unreachable') {
  console.log(`Known vulnerabilities: NOT CHECKED, the registry did not answer: ${audit.why}`)
} else {
  console.log(`Known vulnerabilities: ${audit.severe.length} high or critical, ${audit.lesser} lesser`)
  problems.unshift(...audit.severe)
}
console.log(`Packages: ${countPackages(bill)}, listed in ${BILL}`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
