import { parentPort } from 'node:worker_threads'
import { SheetWanted } from '#certificates/import/table-file.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import type { ReadResults, ReadSign, ReadStep } from './reading-steps.ts'

/** Time between two signs of progress, ms. */
const SIGN_MS = 250

const send = (sign: ReadSign) => parentPort?.postMessage(sign)

let lastSignMs = 0
export function showProgress(): void {
  const nowMs = performance.now()
  if (nowMs - lastSignMs < SIGN_MS) return
  lastSignMs = nowMs
  send({ kind: 'alive' })
}

/** Answers the steps that this thread receives. */
export function serveSteps(run: (step: ReadStep) => Promise<ReadResults[ReadStep['kind']]>): void {
  async function answer(step: ReadStep): Promise<void> {
    try {
      send({ kind: 'done', result: await run(step) })
    } catch (error) {
      if (!(error instanceof CommandError)) send({ kind: 'failed', reason: String((error as Error).stack ?? error) })
      else send({ kind: 'refused', reason: error.message, sheets: error instanceof SheetWanted ? error.sheets : null })
    }
  }
  parentPort?.on('message', (step: ReadStep) => void answer(step))
}
