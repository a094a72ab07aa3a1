import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { ReadStep } from '#certificates/batches/reading/reading-steps.ts'
import '#certificates/batches/reading/reading-worker.ts'

/** Beginning of a file that the worker never reads to its end. */
export const STUCK = 'stuck'

// Runs after the listener of the worker itself, which has only begun then.
parentPort?.on('message', (step: ReadStep) => {
  if (step.kind !== 'open' || !readFileSync(step.task.path, 'utf8').startsWith(STUCK)) return
  for (;;);
})
