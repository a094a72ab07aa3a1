// `npm run audit`: asks the registry for known holes in the packages that the site runs on, and writes the list of them
// (CycloneDX) to .cache/sbom.cdx.json. Exit 1 for a hole of high or critical severity, and for a package that is not
// locked or has no licence. A registry that cannot be asked, as in a closed network, is said aloud and is no failure.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { countPackages, type Lockfile, problemsOfBill, readAudit } from './checks/dependency-report.ts'
import { inRepository, root } from './repository.ts'

const BILL = path.join('.cache', 'sbom.cdx.json')
const ANSWER_MAX_BYTES = 64 * 1024 * 1024
const PATIENCE_MS = 120_000

/** What npm writes to standard output; it exits with 1 also when it has found something. */
function npm(...args: string[]): Promise<string> {
  const options = { cwd: root, maxBuffer: ANSWER_MAX_BYTES, timeout: PATIENCE_MS }
  return new Promise((resolve) => execFile('npm', args, options, (_error, stdout) => resolve(stdout)))
}

function hasLicenceFile(name: string): boolean {
  return readdirSync(inRepository('node_modules', name)).some((file) => /^(?:licen[cs]e|copying)/i.test(file))
}

const [audit, bill] = await Promise.all([
  npm('audit', '--omit=dev', '--audit-level=high', '--json').then(readAudit),
  npm('sbom', '--omit=dev', '--sbom-format', 'cyclonedx'),
])
const lock = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')) as Lockfile
const problems = problemsOfBill(bill, lock, hasLicenceFile)
mkdirSync(inRepository('.cache'), { recursive: true })
writeFileSync(inRepository(BILL), bill)

if (audit.kind === 'unreachable') {
  console.log(`Known holes: NOT LOOKED FOR, the registry did not answer: ${audit.why}`)
} else {
  console.log(`Known holes: ${audit.severe.length} high or critical, ${audit.lesser} lesser`)
  problems.unshift(...audit.severe)
}
console.log(`Packages: ${countPackages(bill)}, listed in ${BILL}`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
