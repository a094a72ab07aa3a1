import { DAY_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { describeDatabases, type TestDatabase } from '#testing/databases.ts'
import { addJob, countDead, isPending, JobLost } from './job-rows.ts'
import { createJobs, type JobHandler, type Jobs } from './jobs.ts'

const KIND = 'savedCertificateMail'

describeDatabases('jobs', (make) => {
  let made: TestDatabase
  let opened: OpenDatabase
  let clock = 1000
  let begun: string[] = []
  let errors: string[] = []
  const instances: Jobs[] = []

  beforeEach(async () => {
    made = await make('empty')
    opened = openDatabase(made.url)
    await migrate(opened)
    ;[begun, errors] = [[], []]
  })
  afterEach(async () => {
    for (const jobs of instances.splice(0)) await jobs.close()
    await opened.close()
    await made.drop()
  })

  /** An instance on the database. @param work runs in each attempt, after it was noted in `begun` */
  function instance(work: JobHandler['run'] = async () => {}, handler: Partial<JobHandler> = {}): Jobs {
    const jobs = createJobs({
      db: opened.db,
      now: () => clock,
      handlers: {
        [KIND]: {
          async run(job, lease) {
            begun.push(job.ref)
            await work(job, lease)
          },
          leaseMs: MINUTE_MS,
          retryAfterMs: (attempts) => [10, 100][attempts - 1],
          atOnce: 2,
          ...handler,
        },
      },
      onError: (error) => void errors.push(error.message),
    })
    instances.push(jobs)
    return jobs
  }
  const add = (ref: string, job: { dueAt?: number; orderKey?: string } = {}) =>
    addJob(opened.db, { kind: KIND, ref, dueAt: clock, ...job })
  const stored = () => opened.db.selectFrom('jobs').selectAll().orderBy('id').execute()
  /** Work that waits for the test; an attempt begins, and ends when it is let go. */
  function held() {
    const begins = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    return {
      begins: begins.promise,
      end: end.resolve,
      work: async () => {
        begins.resolve()
        await end.promise
      },
    }
  }
  const failing = async () => {
    throw new Error('no luck')
  }

  it('run once among several instances, when they are due, and leave nothing', async () => {
    for (const ref of ['a', 'b', 'c', 'd', 'e']) await add(ref)
    await add('later', { dueAt: clock + 1 })
    await Promise.all([instance(), instance(), instance()].map((jobs) => jobs.runDue()))
    expect(begun.sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await stored()).toMatchObject([{ ref: 'later' }])
    clock += 1
    await instance().runDue()
    expect(await stored()).toEqual([])
  })

  it('exist only when the transaction of their work is stored', async () => {
    const lost = opened.db.transaction().execute(async (trx) => {
      await addJob(trx, { kind: KIND, ref: 'a', dueAt: clock })
      throw new Error('rolled back')
    })
    await expect(lost).rejects.toThrow('rolled back')
    expect(await stored()).toEqual([])
  })

  it('run at the same time up to the limit of their kind', async () => {
    const first = held()
    for (const ref of ['a', 'b', 'c']) await add(ref)
    const jobs = instance(first.work)
    const done = jobs.runDue()
    await expect.poll(() => begun.length).toBe(2)
    expect((await stored()).filter(({ taken_until }) => taken_until > 0)).toHaveLength(2)
    first.end()
    await done
    expect(begun.sort()).toEqual(['a', 'b', 'c'])
  })

  it('are taken by another instance after the lease of a killed one', async () => {
    await add('a')
    const killed = held()
    const before = instance(killed.work).runDue()
    await killed.begins
    clock += MINUTE_MS - 1
    await instance().runDue()
    expect(begun).toEqual(['a'])
    clock += 1
    await instance().runDue()
    expect(begun).toEqual(['a', 'a'])
    killed.end()
    await before
    expect([await stored(), errors]).toEqual([[], []])
  })

  it('stay with an instance that renews the lease, and are lost to one that comes too late', async () => {
    await add('a')
    const outcomes: string[] = []
    const [pauses, goesOn] = [held(), held()]
    const long = instance(async (_job, { renew }) => {
      clock += MINUTE_MS - 1
      await renew(opened.db)
      clock += MINUTE_MS - 1
      await pauses.work()
      await renew(opened.db).catch((error: Error) => {
        outcomes.push(error.name)
        throw error
      })
    }).runDue()
    await pauses.begins
    await instance().runDue()
    expect(begun).toEqual(['a'])
    clock += 1
    const other = instance(goesOn.work).runDue()
    await goesOn.begins
    pauses.end()
    await long
    expect(outcomes).toEqual([JobLost.name])
    expect(await stored()).toMatchObject([{ attempts: 2, reason: null }])
    goesOn.end()
    await other
    expect([await stored(), errors]).toEqual([[], []])
  })

  it('undo a piece of work whose lease is lost', async () => {
    await add('a')
    await instance(async (job, { renew }) => {
      await add('a', { dueAt: clock + DAY_MS })
      await opened.db.transaction().execute(async (trx) => {
        await trx.updateTable('jobs').set({ reason: 'a piece' }).where('id', '=', job.id).execute()
        await renew(trx)
      })
    }).runDue()
    expect(await stored()).toMatchObject([{ reason: null, due_at: clock + DAY_MS }])
  })

  it('wait longer after each failure, then are dead and shown by kind, and begin anew when they are added again', async () => {
    await add('a')
    const shown: (number | null)[] = []
    const jobs = instance(failing, { showFailure: async (_trx, _job, _error, retryAt) => void shown.push(retryAt) })
    await jobs.runDue()
    expect(await stored()).toMatchObject([{ due_at: clock + 10, attempts: 1, reason: 'no luck', died_at: null }])
    clock += 9
    await jobs.runDue()
    expect(begun).toHaveLength(1)
    clock += 1
    await jobs.runDue()
    expect(await stored()).toMatchObject([{ due_at: clock + 100, attempts: 2 }])
    expect([await countDead(opened.db), await isPending(opened.db, KIND, 'a')]).toEqual([[], true])
    clock += 100
    await jobs.runDue()
    expect(shown).toEqual([clock - 100, clock, null])
    expect(await countDead(opened.db)).toEqual([{ kind: KIND, count: 1, lastAt: clock }])
    expect(await isPending(opened.db, KIND, 'a')).toBe(false)
    clock += DAY_MS
    await jobs.runDue()
    expect([begun.length, errors.length]).toEqual([3, 3])
    await add('a')
    await instance().runDue()
    expect([await stored(), await countDead(opened.db)]).toEqual([[], []])
  })

  it('count attempts from the beginning again after progress', async () => {
    await add('a')
    let isProgress = true
    const jobs = instance(async (_job, { renew }) => {
      await renew(opened.db, isProgress)
      await failing()
    })
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await jobs.runDue()
      clock += 10
    }
    expect(await stored()).toMatchObject([{ attempts: 1, died_at: null }])
    isProgress = false
    for (const waitMs of [100, 0]) {
      await jobs.runDue()
      clock += waitMs
    }
    expect(await stored()).toMatchObject([{ died_at: clock }])
  })

  it('do not count progress that was rolled back with its piece', async () => {
    await add('a')
    const jobs = instance(async (_job, { renew }) => {
      await opened.db.transaction().execute(async (trx) => {
        await renew(trx, true)
        await failing()
      })
    })
    for (const waitMs of [10, 100, 0]) {
      await jobs.runDue()
      clock += waitMs
    }
    expect(await stored()).toMatchObject([{ attempts: 3, died_at: clock }])
  })

  it('are dead when they have ended their process too often', async () => {
    await add('a')
    await opened.db.updateTable('jobs').set({ attempts: 20, taken_until: clock }).execute()
    await instance().runDue()
    expect(begun).toEqual([])
    expect(await stored()).toMatchObject([{ died_at: clock, reason: 'interrupted too often' }])
  })

  it('of one key run one after the other, the oldest first; others pass, also while it waits for its next attempt', async () => {
    const first = held()
    await add('one', { orderKey: 'zhou' })
    await add('two', { orderKey: 'zhou' })
    await add('three', { orderKey: 'zhou' })
    await add('other', { orderKey: 'lin' })
    const jobs = [instance(first.work), instance(first.work)]
    const done = Promise.all(jobs.map((one) => one.runDue()))
    await expect.poll(() => [...begun].sort()).toEqual(['one', 'other'])
    await jobs[1]?.runNow('ticketMail', 'nothing')
    expect(begun).toHaveLength(2)
    first.end()
    await done
    await Promise.all(jobs.map((one) => one.runDue()))
    expect(begun.filter((ref) => ref !== 'other')).toEqual(['one', 'two', 'three'])

    begun = []
    await add('fails', { orderKey: 'zhou' })
    await add('passes', { orderKey: 'zhou' })
    await instance(async ({ ref }) => (ref === 'fails' ? await failing() : undefined)).runDue()
    expect(begun).toEqual(['fails', 'passes'])
  })

  it('of other keys come before the next one of a key that has just had its turn', async () => {
    for (const ref of ['zhou 1', 'zhou 2', 'lin 1']) {
      await add(ref, { orderKey: ref.slice(0, -2) })
      clock += 1
    }
    await instance(async () => {}, { atOnce: 1 }).runDue()
    expect(begun).toEqual(['zhou 1', 'lin 1', 'zhou 2'])
  })

  it('run again when they are added while they run', async () => {
    await add('a')
    await instance(async () => {
      if (begun.length === 1) await add('a')
    }).runDue()
    expect(begun).toEqual(['a', 'a'])
    expect(await stored()).toEqual([])
  })

  it('are found by their kind where nobody adds them, and one that waits for its next attempt stays so', async () => {
    const wanted = new Set(['works', 'fails'])
    const work: JobHandler['run'] = async ({ ref }) => {
      if (ref === 'fails') return await failing()
      wanted.delete(ref)
    }
    const jobs = instance(work, { find: async () => [...wanted] })
    await jobs.runDue()
    await jobs.runDue()
    expect(begun.sort()).toEqual(['fails', 'works'])
    expect(await stored()).toMatchObject([{ ref: 'fails', due_at: clock + 10, attempts: 1 }])
  })

  it('can be run before they are due, and are waited for', async () => {
    await add('a', { dueAt: clock + DAY_MS })
    const running = held()
    const jobs = instance(running.work)
    const [one, other] = [jobs.runNow(KIND, 'a'), running.begins.then(() => jobs.runNow(KIND, 'a'))]
    await running.begins
    running.end()
    await Promise.all([one, other])
    expect([begun, await stored()]).toEqual([['a'], []])
  })

  it('are given back at once by an instance that stops after the present piece, without counting the attempt', async () => {
    await add('a')
    await add('b', { dueAt: clock + 1 })
    const piece = held()
    const jobs = instance(async (_job, { renew }) => {
      await piece.work()
      await renew(opened.db)
    })
    const done = jobs.runDue()
    await piece.begins
    clock += 1
    const closed = jobs.close()
    piece.end()
    await Promise.all([closed, done])
    expect(await stored()).toMatchObject([
      { ref: 'a', attempts: 0, taken_until: 0, reason: null },
      { ref: 'b', attempts: 0 },
    ])
    await instance().runDue()
    expect(begun).toEqual(['a', 'a', 'b'])
  })

  it('are not begun by an instance that stops while it takes them', async () => {
    await add('a')
    const jobs = createJobs({
      db: opened.db,
      now: () => {
        void jobs.close()
        return clock
      },
      handlers: {
        [KIND]: { run: async ({ ref }) => void begun.push(ref), leaseMs: 1, retryAfterMs: () => 1, atOnce: 1 },
      },
      onError: (error) => void errors.push(error.message),
    })
    await jobs.runDue()
    expect([begun, errors]).toEqual([[], []])
    expect(await stored()).toMatchObject([{ attempts: 0, taken_until: 0 }])
  })

  it('are found by the timer of any instance, whoever added them', async () => {
    const jobs = createJobs({
      db: opened.db,
      now: () => clock,
      handlers: {
        [KIND]: { run: async ({ ref }) => void begun.push(ref), leaseMs: 1, retryAfterMs: () => 1, atOnce: 1 },
      },
      onError: (error) => void errors.push(error.message),
      tickMs: 1,
    })
    jobs.start()
    await add('a')
    await expect.poll(() => begun).toEqual(['a'])
    await jobs.close()
    await add('b')
    expect([begun, errors]).toEqual([['a'], []])
  })

  /** Starts an instance that has only a punctual job, and looks for due jobs once a minute. */
  function startPunctual(now: () => number, run: JobHandler['run']): void {
    const handler: JobHandler = { run, leaseMs: MINUTE_MS, retryAfterMs: () => 1, atOnce: 1, isPunctual: true }
    const onError = (error: Error) => void errors.push(error.message)
    const jobs = createJobs({ db: opened.db, now, handlers: { [KIND]: handler }, onError, tickMs: MINUTE_MS })
    instances.push(jobs)
    jobs.start()
  }

  it('begin at their time when the kind is punctual', async () => {
    const due = Date.now() + 200
    await addJob(opened.db, { kind: KIND, ref: 'a', dueAt: due })
    startPunctual(Date.now, async () => void begun.push(String(Date.now() - due)))
    await expect.poll(() => begun.length).toBe(1)
    expect(Number(begun[0])).toBeGreaterThanOrEqual(0)
  })

  // Each reading of this clock takes 100 ms, so that every step of a search has its own time.
  it.each([50, 150, 250, 350])(
    'begin when the kind is punctual and they become due after %d ms of a search',
    async (due) => {
      let ms = 0
      const readClock = () => {
        ms += 100
        return ms
      }
      await addJob(opened.db, { kind: KIND, ref: 'a', dueAt: due })
      startPunctual(readClock, async ({ ref }) => void begun.push(ref))
      await expect.poll(() => begun).toEqual(['a'])
    },
  )

  it('are forgotten thirty days after their death', async () => {
    await add('a')
    const jobs = instance(failing, { retryAfterMs: () => undefined })
    await jobs.runDue()
    clock += 30 * DAY_MS
    await jobs.sweep()
    expect(await stored()).toHaveLength(1)
    clock += 1
    await jobs.sweep()
    expect(await stored()).toEqual([])
  })
})
