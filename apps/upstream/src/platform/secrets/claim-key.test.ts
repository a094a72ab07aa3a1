import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { appendAudit } from '#platform/audit/audit-log.ts'
import { makeOperatorFact } from '#platform/audit/system-action.ts'
import { ConfigError } from '#platform/config/config.ts'
import { migrate } from '#platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { describeDatabases, type TestDatabase } from '#testing/databases.ts'
import { claimKey, hasKey } from './claim-key.ts'
import { digestWith } from './instance-secret.ts'

const makeDigest = () => digestWith(randomBytes(32))

describeDatabases('the key of the installation', (make) => {
  let place: TestDatabase
  let database: OpenDatabase
  beforeAll(async () => {
    place = await make('migrated')
    database = openDatabase(place.url)
    await migrate(database)
  })
  afterAll(async () => {
    await database.close()
    await place.drop()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('instance').execute()
  })

  it('is that of the first process, and every other one is refused in one line', async () => {
    const { db } = database
    const [own, other] = [makeDigest(), makeDigest()]
    await claimKey(db, own)
    await claimKey(db, own)
    await expect(claimKey(db, other)).rejects.toThrow(ConfigError)
    await expect(claimKey(db, other)).rejects.toThrow(/^INSTANCE_KEY \(or INSTANCE_KEY_FILE; .*audit-accept[^\n]*$/)
    expect(await hasKey(db, own)).toBe(true)
  })

  it('is one, when processes with several keys start at the same moment', async () => {
    const digests = Array.from({ length: 8 }, makeDigest)
    const claims = await Promise.allSettled(digests.map((digest) => claimKey(database.db, digest)))
    const accepted = digests.filter((_, index) => claims[index]?.status === 'fulfilled')
    expect(accepted).toHaveLength(1)
    expect(await hasKey(database.db, accepted[0] ?? makeDigest())).toBe(true)
  })

  it('stays the first one, when another process had looked before it was there', async () => {
    const { db } = database
    const [first, late] = [makeDigest(), makeDigest()]
    const hasClaimed = Promise.withResolvers<void>()
    const slowDb = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => hasClaimed.promise.then(() => result),
    })
    const lateClaim = expect(claimKey(slowDb, late)).rejects.toThrow('INSTANCE_KEY')
    await claimKey(db, first)
    hasClaimed.resolve()
    await lateClaim
    expect(await hasKey(db, first)).toBe(true)
  })

  it('of a database of an earlier release is the one that made its newest entry', async () => {
    const { db } = database
    const [former, current] = [makeDigest(), makeDigest()]
    const subject = { kind: 'site', id: 'settings' }
    for (const digest of [former, current])
      await appendAudit(db, { now: () => 5, digest }, makeOperatorFact({ action: 'site.change', subject }))
    await expect(claimKey(db, former)).rejects.toThrow('INSTANCE_KEY')
    expect(await db.selectFrom('instance').selectAll().execute()).toEqual([])
    await claimKey(db, current)
    expect(await hasKey(db, current)).toBe(true)
  })
})
