import { workerTask } from '#worker-task.ts'

/** What the thread does: answers a text, stalls, exits or throws. */
export type ScriptedTask = { text: string } | { stallMs: number } | 'exit' | 'throw'

export const run = workerTask((task: ScriptedTask): string => {
  if (task === 'exit') process.exit(3)
  if (task === 'throw') throw new Error('thrown on purpose')
  if ('text' in task) return task.text
  const endsAtMs = performance.now() + task.stallMs
  while (performance.now() < endsAtMs);
  return 'stalled'
})
