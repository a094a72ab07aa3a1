import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/repository.ts'

/** A row of the table that `npm run bench` prints and stores. */
export interface BenchRow {
  name: string
  value: number
  unit: string
  note?: string
}

/**
 * Returns the value below which this share of them lies; 0 if there are none.
 * @param share 0 to 1
 */
export function getPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export const getMedian = (values: readonly number[]) => getPercentile(values, 0.5)

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Calls `work` with a temporary folder, and removes it afterwards. */
export async function runInTempFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `portal-${name}-`))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Builds apps/web when its sources have changed. */
export async function buildWeb(): Promise<void> {
  const child = spawn(process.execPath, ['scripts/build.ts', '--if-stale'], { cwd: root, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('apps/web could not be built')
}

/** Returns the value of `--wanted=…` on the command line. */
export function readOption(wanted: string): string | undefined {
  const start = `--${wanted}=`
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length)
}
