import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { ReadStep } from '#certificates/batches/reading/reading-steps.ts'
import '#certificates/batches/reading/reading-worker.ts'

/** A file that begins with this text is never read to its end. */
export const STUCK = 'stuck'

// Called after the listener of the worker itself, which has only begun then.
parentPort?.on('message', (step: ReadStep) => {
  if (step.kind !== 'open' || !readFileSync(step.task.path, 'utf8').startsWith(STUCK)) return
  for (;;);
})
