import { workerTask } from '#worker-task.ts'

/** Task of the thread: it returns a text, computes for some time, waits without end, exits or throws. */
export type ScriptedTask = { text: string } | { stallMs: number } | 'hang' | 'exit' | 'throw'

export const run = workerTask((task: ScriptedTask): string => {
  if (task === 'exit') process.exit(3)
  if (task === 'throw') throw new Error('thrown on purpose')
  // The wait blocks the thread and uses no processor time.
  if (task === 'hang') return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if ('text' in task) return task.text
  const endsAtMs = performance.now() + task.stallMs
  while (performance.now() < endsAtMs);
  return 'stalled'
})
