import type { BatchEntry } from './batch-rows.ts'

/** A batch with work to do, and whose it is. */
export type BatchJob = Pick<BatchEntry, 'id' | 'user_id'>

/**
 * Works on several batches at the same time, one of each account, so that a large file of one account keeps nobody else
 * waiting. Accounts with several batches take turns.
 *
 * @param lanes what a run works with; as many batches are worked on at the same time
 * @param run never rejects
 */
export function createBatchLanes<Lane>(lanes: readonly Lane[], run: (id: number, lane: Lane) => Promise<void>) {
  const waiting: BatchJob[] = []
  const busy = new Map<Lane, { userId: string; done: Promise<void> }>()

  function take(): BatchJob | undefined {
    const accounts = [...busy.values()].map(({ userId }) => userId)
    const at = waiting.findIndex(({ user_id }) => !accounts.includes(user_id))
    return at < 0 ? undefined : waiting.splice(at, 1)[0]
  }

  function fill(): void {
    for (const lane of lanes) {
      const job = busy.has(lane) ? undefined : take()
      if (!job) continue
      const userId = job.user_id
      const done = run(job.id, lane).then(() => {
        busy.delete(lane)
        // Batches of other accounts come first.
        waiting.sort((one, other) => Number(one.user_id === userId) - Number(other.user_id === userId))
        fill()
      })
      busy.set(lane, { userId, done })
    }
  }

  return {
    /** Begins a batch as soon as there is a lane; one that waits already is not added again. */
    begin(job: BatchJob): void {
      if (waiting.some(({ id }) => id === job.id)) return
      waiting.push(job)
      fill()
    },
    /** Resolves when nothing is worked on. */
    async rest(): Promise<void> {
      while (busy.size > 0) await Promise.all([...busy.values()].map(({ done }) => done))
    },
  }
}
