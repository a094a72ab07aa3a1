import { DAY_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { JobKind } from '@portal/contract/site/job-rules.ts'
import type { Db } from '#platform/db/open.ts'
import {
  addMissing,
  countAttempts,
  endJob,
  findNextDue,
  type Job,
  JobLost,
  noteAttempt,
  releaseJob,
  renewLease,
  takeDue,
  takeOne,
} from './job-rows.ts'

/** Longest time between two searches for due jobs: another instance may have added some. */
const TICK_MS = 1 * SECOND_MS
/** Shortest time between two. ms. */
const TICK_LEAST_MS = 20
/** A job that was interrupted so often without progress may have ended each process. */
const CRASHES_MAX = 20
/** Dead jobs are shown for so long. */
const DEAD_DAYS = 30

const RETRY_MINUTES = [1, 5, 30, 2 * 60, 12 * 60]

/** Waits of work within the site, which fails only when something is broken. @param attempts including the one that failed */
export function retryInMinutes(attempts: number): number | undefined {
  const minutes = RETRY_MINUTES[attempts - 1]
  return minutes && minutes * MINUTE_MS
}

export interface Lease {
  /**
   * Proves that the job is still this instance's, and extends the lease.
   * @param trx the transaction of the next piece of work, which is rolled back with it
   * @param hasProgressed attempts are counted from the beginning again
   * @throws JobLost, which the handler lets pass
   */
  renew(trx: Db, hasProgressed?: boolean): Promise<void>
  /** Aborted when this instance stops. */
  signal: AbortSignal
}

/** How jobs of a kind are done. */
export interface JobHandler {
  /** Does the job, or a part that it has not done yet: it is run again after an error and after a crash. */
  run(job: Job, lease: Lease): Promise<void>
  /** Another instance may take the job after this time without `renew`. */
  leaseMs: number
  /** Time before the next attempt; `undefined`: the job is dead. @param attempts including the one that failed */
  retryAfterMs(attempts: number, error: Error): number | undefined
  /**
   * Stores for the pages that an attempt has failed.
   * @param trx the transaction that plans the next one
   * @param retryAt its time, epoch ms; `null`: the job is dead
   */
  showFailure?(trx: Db, job: Job, error: Error, retryAt: number | null): Promise<void>
  /** Jobs of the kind at the same time, of this instance. */
  atOnce: number
  /** Whether jobs begin at their time, and not up to a second later. */
  isPunctual?: true
  /**
   * Finds what is to be done where nobody adds jobs, before each look for due jobs.
   * @returns references; those that are jobs already stay as they are
   */
  find?(now: number): Promise<readonly string[]>
}

interface Options {
  db: Db
  now: () => number
  /** Jobs of other kinds wait for an instance that has them. */
  handlers: Partial<Record<JobKind, JobHandler>>
  onError: (error: Error, kind: JobKind) => void
  /** Longer in tests only. */
  tickMs?: number | undefined
}

export type Jobs = ReturnType<typeof createJobs>

/**
 * Runs jobs, at least once each. Any number of instances work on the jobs of one database; a job of a killed one is taken by
 * another after its lease.
 */
export function createJobs({ db, now, handlers, onError, tickMs = TICK_MS }: Options) {
  const kinds = Object.keys(handlers) as JobKind[]
  const closing = new AbortController()
  const { signal } = closing
  const running = new Set<{ job: Job; done: Promise<void> }>()

  const begin = createAttempts({ db, now, handlers, onError }, signal)

  /** Begins a job; its end begins further ones. */
  function start(job: Job, handler: JobHandler): Promise<void> {
    const done = begin(job, handler).catch((error: Error) => onError(error, job.kind))
    const entry = { job, done }
    running.add(entry)
    return done.then(() => {
      running.delete(entry)
      void fill([job.kind])
    })
  }

  async function fillNow(wanted: readonly JobKind[]): Promise<void> {
    for (const kind of wanted) {
      const handler = handlers[kind]
      const most = (handler?.atOnce ?? 0) - [...running].filter(({ job }) => job.kind === kind).length
      if (signal.aborted || !handler || most <= 0) continue
      try {
        if (handler.find) await addMissing(db, kind, await handler.find(now()), now())
        const claim = { kind, now: now(), leaseMs: handler.leaseMs, most }
        for (const job of await takeDue(db, claim)) void start(job, handler)
      } catch (error) {
        onError(error as Error, kind)
      }
    }
  }

  let filling = Promise.resolve()
  /** Begins what is due, one search after the other. */
  function fill(wanted: readonly JobKind[]): Promise<void> {
    filling = filling.then(() => fillNow(wanted))
    return filling
  }

  let timer: NodeJS.Timeout | undefined
  async function tick(): Promise<void> {
    const startedAt = now()
    await fill(kinds)
    if (signal.aborted) return
    timer = setTimeout(tick, await computeWaitMs(startedAt)).unref()
  }

  const punctual = kinds.filter((kind) => handlers[kind]?.isPunctual)
  /** @param startedAt start of the last search, which may have missed a job that became due during it */
  async function computeWaitMs(startedAt: number): Promise<number> {
    const next = await findNextDue(db, punctual, startedAt).catch(() => undefined)
    if (next === undefined) return tickMs
    return Math.min(tickMs, Math.max(TICK_LEAST_MS, next - now()))
  }

  async function rest(): Promise<void> {
    await filling
    while (running.size > 0) {
      await Promise.all([...running].map(({ done }) => done))
      await filling
    }
  }

  return {
    /** Looks for due jobs from now on. */
    start(): void {
      void tick()
    },
    /** Begins what is due of a kind, without making the caller wait; to be called after the commit. */
    runSoon: (kind: JobKind) => void fill([kind]),
    /** Runs one job now, and waits until its attempt has ended. */
    async runNow(kind: JobKind, ref: string): Promise<void> {
      const handler = handlers[kind]
      const job = handler && (await takeOne(db, ref, { kind, now: now(), leaseMs: handler.leaseMs }))
      if (job) return await start(job, handler)
      await [...running].find((one) => one.job.kind === kind && one.job.ref === ref)?.done
    },
    /** Runs all jobs that are due, and those that become due thereby. */
    async runDue(): Promise<void> {
      do {
        await rest()
        await fill(kinds)
      } while (running.size > 0)
    },
    /** Deletes dead jobs after their time. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('jobs')
        .where('died_at', '<', now() - DEAD_DAYS * DAY_MS)
        .execute()
    },
    /** Ends after the pieces of work that are under way; other instances continue. */
    async close(): Promise<void> {
      clearTimeout(timer)
      closing.abort(new Error('the server stops'))
      await rest()
    },
  }
}

/** Makes the function that attempts a job and stores the result. */
function createAttempts({ db, now, handlers, onError }: Omit<Options, 'tickMs'>, signal: AbortSignal) {
  async function work(job: Job, { run, leaseMs, retryAfterMs }: JobHandler): Promise<void> {
    const lease: Lease = {
      signal,
      async renew(trx, hasProgressed = false) {
        if (signal.aborted) throw new JobLost()
        await renewLease(trx, job, now() + leaseMs, hasProgressed)
      },
    }
    try {
      if (signal.aborted) throw new JobLost()
      await run(job, lease)
      await endJob(db, job, now())
    } catch (caught) {
      const error = caught as Error
      if (error instanceof JobLost) return signal.aborted ? await releaseJob(db, job) : undefined
      onError(error, job.kind)
      // Read again: progress of stored pieces counts, that of a piece that was rolled back does not.
      await fail(job, error, retryAfterMs(await countAttempts(db, job), error))
    }
  }

  async function fail(job: Job, error: Error, waitMs: number | undefined): Promise<void> {
    const at = now()
    const retryAt = waitMs === undefined ? null : at + waitMs
    await db.transaction().execute(async (trx) => {
      if (await noteAttempt(trx, job, error, { at, retryAt })) {
        await handlers[job.kind]?.showFailure?.(trx, job, error, retryAt)
      }
    })
  }

  /** Attempts a job, unless it has ended its process too often. */
  return async function begin(job: Job, handler: JobHandler): Promise<void> {
    const hasCrashed = job.attempts > CRASHES_MAX && job.reason === null
    if (hasCrashed) await fail(job, new Error('interrupted too often'), undefined)
    else await work(job, handler)
  }
}
