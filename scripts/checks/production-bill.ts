import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { getRepositoryPath } from '../repository.ts'

const ANSWER_MAX_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 120_000

interface Manifest {
  devDependencies?: Record<string, string>
}
interface LockedPackage extends Manifest {
  /** Whether the package is installed for development only. */
  dev?: boolean
  os?: string[]
  cpu?: string[]
}
interface Lock {
  packages: Record<string, LockedPackage>
}

/**
 * Returns the production packages of this platform as CycloneDX, including those that web bundles. npm writes it from a
 * copy of the package files that lists no development dependencies: `npm sbom --omit=dev` leaves out every package that
 * development depends on too, such as fastify and react.
 */
export async function makeProductionBill(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'production-bill-'))
  try {
    const lock = read<Lock>('package-lock.json')
    const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, one]) => isProduction(one)))
    for (const [place, own] of Object.entries(packages)) {
      if (place.includes('node_modules/')) continue
      packages[place] = removeDevDependencies(own)
      write(
        folder,
        path.join(place, 'package.json'),
        removeDevDependencies(read<Manifest>(path.join(place, 'package.json'))),
      )
    }
    write(folder, 'package-lock.json', { ...lock, packages })
    const options = { cwd: folder, maxBuffer: ANSWER_MAX_BYTES, timeout: TIMEOUT_MS }
    const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
    return (await promisify(execFile)('npm', args, options)).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function isProduction({ dev = false, os = [process.platform], cpu = [process.arch] }: LockedPackage): boolean {
  return !dev && os.includes(process.platform) && cpu.includes(process.arch)
}

function removeDevDependencies<T extends Manifest>({ devDependencies: _, ...rest }: T) {
  return rest
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(getRepositoryPath(name), 'utf8')) as T
}

function write(folder: string, name: string, content: object): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(content))
}
