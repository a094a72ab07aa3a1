import { inThread } from '#workers/in-thread.ts'

/** Does in its thread what a test asks. */
export type OddTask = { say: string } | { stallMs: number } | 'exit' | 'throw'

export const run = inThread((task: OddTask): string => {
  if (task === 'exit') process.exit(3)
  if (task === 'throw') throw new Error('as asked')
  if ('say' in task) return task.say
  const endsAtMs = performance.now() + task.stallMs
  while (performance.now() < endsAtMs);
  return 'stalled'
})
