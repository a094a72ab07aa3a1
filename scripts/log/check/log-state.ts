import { readFileSync } from 'node:fs'
import { replaceFile } from './durable-file.ts'
import { Misuse } from './verdicts.ts'

/** State of a log after a successful check. */
export interface LogState {
  /** Verifier key. */
  key: string
  /** The signed note: proof of the log's statement. */
  checkpoint: string
  /** Time of the check, ISO 8601. */
  checkedAt: string
}

/**
 * @returns `undefined` when there is no such file
 * @throws Misuse for one that is no state
 */
export function readState(file: string): LogState | undefined {
  try {
    const { key, checkpoint, checkedAt } = JSON.parse(readFileSync(file, 'utf8')) as Partial<LogState>
    if (typeof key === 'string' && typeof checkpoint === 'string' && typeof checkedAt === 'string') {
      return { key, checkpoint, checkedAt }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code) throw new Misuse(`${file} cannot be read (${code})`)
  }
  throw new Misuse(`${file} is not the state of a log`)
}

/** Replaces the file as a whole: a failure leaves the state as it was. @throws Misuse when it cannot be written */
export function writeState(file: string, state: LogState): void {
  try {
    replaceFile(file, `${JSON.stringify(state, null, 2)}\n`)
  } catch (error) {
    throw new Misuse(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}
