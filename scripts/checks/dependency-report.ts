/** Result of `npm audit` for the production dependencies. */
export type AuditOutcome =
  /** The registry did not answer: vulnerabilities are unknown. */
  { kind: 'unreachable'; why: string } | { kind: 'answered'; severe: string[]; lesser: number }

const SEVERE = ['high', 'critical']

/** Reads the output of `npm audit --json`. */
export function readAudit(output: string): AuditOutcome {
  const report = parse(output)
  const found = report?.vulnerabilities
  if (!isRecord(found) || !isRecord(report?.metadata)) {
    return { kind: 'unreachable', why: readReason(report) ?? (output.trim().split('\n')[0] || 'no output') }
  }
  const vulnerabilities = Object.values(found).filter(isRecord)
  const severe = vulnerabilities.filter(({ severity }) => SEVERE.includes(String(severity)))
  return { kind: 'answered', severe: severe.map(describe), lesser: vulnerabilities.length - severe.length }
}

/** Describes a vulnerability: `name: severity, titles (versions)`. */
function describe({ name, severity, range, via }: Record<string, unknown>): string {
  const titles = (Array.isArray(via) ? via : []).map((cause) =>
    isRecord(cause) ? String(cause.title) : `through ${cause}`,
  )
  return `${name}: ${severity}, ${[...new Set(titles)].join('; ')} (${range})`
}

function readReason(report: Record<string, unknown> | null): string | undefined {
  const error = isRecord(report?.error) ? report.error : {}
  const text = [error.summary, report?.message].find((part) => typeof part === 'string' && part !== '')
  return typeof text === 'string' ? text.split('\n')[0] : undefined
}

/** The parts of package-lock.json that are checked. */
export interface Lockfile {
  packages: Record<string, { version?: string; integrity?: string; link?: boolean }>
}

/** One package of a CycloneDX list, as `npm sbom` writes it. */
interface Component {
  name: string
  version: string
  licenses?: unknown[]
  properties?: { name: string; value: string }[]
}

/**
 * Returns the problems of a list of packages: one that is not from the lockfile, or has no licence.
 * @param list output of `npm sbom --sbom-format cyclonedx`
 * @param hasLicenceFile whether a package that names no licence contains the text of one
 */
export function findBillProblems(list: string, lock: Lockfile, hasLicenceFile: (name: string) => boolean): string[] {
  const components = parseComponents(list)
  if (components.length === 0) return ['the list of packages is empty']
  const locked = new Map<string, boolean>()
  for (const [path, { version, integrity }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? ''
    const key = `${name}@${version}`
    locked.set(key, (locked.get(key) ?? true) && integrity !== undefined)
  }
  return components
    .filter(({ properties = [] }) => !properties.some(({ name }) => name === 'cdx:npm:package:private'))
    .flatMap(({ name, version, licenses = [] }) => {
      const isSealed = locked.get(`${name}@${version}`)
      return [
        ...(isSealed === undefined ? [`${name}@${version} is not in package-lock.json`] : []),
        ...(isSealed === false ? [`${name}@${version} has no integrity in package-lock.json`] : []),
        ...(licenses.length === 0 && !hasLicenceFile(name) ? [`${name}@${version} has no licence`] : []),
      ]
    })
}

/** Counts the packages in a list. */
export function countPackages(list: string): number {
  return parseComponents(list).length
}

function parseComponents(list: string): Component[] {
  const components = parse(list)?.components
  return Array.isArray(components) ? (components as Component[]) : []
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
