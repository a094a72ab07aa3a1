import { MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import { digestWith } from '#platform/secrets/instance-secret.ts'
import { describeDatabases, type TestDatabase } from '#testing/databases.ts'
import { createSharedLimits, type SharedLimit } from './shared-limit.ts'
import { sweepLimits } from './stored-limit.ts'

const WINDOW_MS = MINUTE_MS
const digest = digestWith(Buffer.alloc(32))

describeDatabases('a limit that several instances share', (make) => {
  let database: TestDatabase
  let opened: OpenDatabase
  let at = 0
  let instances: SharedLimit[] = []
  const now = () => at

  const makeInstance = (max: number) =>
    createSharedLimits({ db: opened.db, digest, now })('guess', { max, windowMs: WINDOW_MS })

  beforeEach(async () => {
    at = 1_000_000
    database = await make('migrated')
    opened = openDatabase(database.url)
    await migrate(opened)
    instances = [makeInstance(4), makeInstance(4)]
  })
  afterEach(async () => {
    await opened.close()
    await database.drop()
  })

  /** Uses the limit at the instances in turn. @returns the number of uses that were allowed */
  async function attack(times: number, key = 'a'): Promise<number> {
    const results = await Promise.allSettled(
      Array.from({ length: times }, (_, nth) => (instances[nth % 2] as SharedLimit).use(key)),
    )
    const refusals = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refusals.every((error) => error instanceof AppError && (error.retryAfterSeconds ?? 0) > 0)).toBe(true)
    return times - refusals.length
  }

  it('allows its uses once, for concurrent requests too, and again in the next window', async () => {
    expect(await attack(30)).toBe(4)
    expect(await attack(30)).toBe(0)
    expect(await attack(2, 'b')).toBe(2)
    at += WINDOW_MS
    expect(await attack(30)).toBe(4)
  })

  it('tells each instance whether a use is left', async () => {
    const [one, other] = instances as [SharedLimit, SharedLimit]
    await attack(3)
    expect(await Promise.all(instances.map((each) => each.hasLeft('a')))).toEqual([true, true])
    await one.use('a')
    at += 10 * SECOND_MS
    await expect(other.check('a')).rejects.toMatchObject({ retryAfterSeconds: 50 })
    await one.forget('a')
    at += SECOND_MS
    expect(await attack(6)).toBe(4)
  })

  it('counts several uses at once, and takes back those of a transaction that fails', async () => {
    const [one, other] = instances as [SharedLimit, SharedLimit]
    await one.use('a', 3)
    const failing = opened.db.transaction().execute(async (trx) => {
      await other.use('a', 1, trx)
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    await other.use('a')
    await expect(one.use('a')).rejects.toBeInstanceOf(AppError)
  })

  it('asks the database once a second about a key without uses left', async () => {
    await attack(8)
    const counted = await opened.db.selectFrom('limit_windows').select('uses').executeTakeFirstOrThrow()
    await attack(50)
    expect(await opened.db.selectFrom('limit_windows').select('uses').executeTakeFirstOrThrow()).toEqual(counted)
  })

  it('stores no key in the clear', async () => {
    await attack(1, 'opal@example.com 192.0.2.7')
    const rows = await opened.db.selectFrom('limit_windows').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/opal|192/)
  })

  it('drops ended counts, and after a flood of keys those with the fewest uses', async () => {
    await attack(3, 'guessed')
    for (let nth = 0; nth < 20; nth += 1) await attack(1, `flood ${nth}`)
    await sweepLimits(opened.db, now(), 'refusal', 5)
    expect(await opened.db.selectFrom('limit_windows').select('uses').execute()).toHaveLength(5)
    expect(await attack(3, 'guessed')).toBe(1)
    at += WINDOW_MS
    await sweepLimits(opened.db, now(), 'refusal', 5)
    expect(await opened.db.selectFrom('limit_windows').select('uses').execute()).toEqual([])
  })

  it('allows nothing while the database is away', async () => {
    const [one] = instances as [SharedLimit]
    await opened.close()
    await expect(one.use('a')).rejects.toThrow()
    await expect(one.hasLeft('a')).rejects.toThrow()
    opened = openDatabase(database.url)
  })
})
