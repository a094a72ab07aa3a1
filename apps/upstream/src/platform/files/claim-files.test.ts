import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '#platform/config/config.ts'
import type { S3Config } from '#platform/config/s3-config.ts'
import { migrate } from '#platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { makeFolder } from '#testing/backups.ts'
import { describeDatabases, type TestDatabase } from '#testing/databases.ts'
import { describeStores, listNames, makeBucket, s3Server, type TestPlace } from '#testing/stores.ts'
import { acceptFiles, claimFiles, readFileMark } from './claim-files.ts'
import { moveFiles } from './move-files.ts'
import { type Files, openFiles } from './open-files.ts'

describeDatabases('the file store of a database', (make) => {
  let place: TestDatabase
  let database: OpenDatabase
  let temporary: ReturnType<typeof makeFolder>
  const opened: Files[] = []
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
    temporary = makeFolder()
    await database.db.deleteFrom('instance').execute()
  })
  afterEach(() => {
    for (const files of opened.splice(0)) files.close()
    temporary[Symbol.dispose]()
  })

  async function open(config: Pick<TestPlace, 'dataDir' | 's3'>): Promise<Files> {
    const files = await openFiles(config)
    opened.push(files)
    return files
  }
  const claim = async (config: Pick<TestPlace, 'dataDir' | 's3'>) =>
    await claimFiles({ db: database.db, config, files: await open(config) })

  describeStores('of any kind', (makePlace) => {
    let own: TestPlace
    beforeEach(async () => {
      own = await makePlace()
    })
    afterEach(() => own.drop())

    it('gets a file at the first start, which later starts find', async () => {
      expect(await claim(own)).toBeNull()
      const name = await readFileMark(database.db)
      expect(await claim(own)).toBeNull()
      const { instance } = await open(own)
      expect(await listNames(instance)).toEqual([name])
    })

    it('is one, when several processes start at the same moment', async () => {
      expect(await Promise.all(Array.from({ length: 5 }, () => claim(own)))).toEqual(Array(5).fill(null))
      const { instance } = await open(own)
      expect(await listNames(instance)).toEqual([await readFileMark(database.db)])
    })
  })

  it('in a folder gets its file again', async () => {
    const folder = { dataDir: temporary.folder, s3: null }
    await claim(folder)
    const { instance } = await open(folder)
    await instance.delete((await readFileMark(database.db)) ?? '')
    expect(await claim(folder)).toBeNull()
    expect(await listNames(instance)).toEqual([await readFileMark(database.db)])
  })

  describe.skipIf(!s3Server)(`in a bucket${s3Server ? '' : ' (no S3 server)'}`, () => {
    const buckets: Awaited<ReturnType<typeof makeBucket>>[] = []
    beforeEach(async () => {
      buckets.push(await makeBucket(), await makeBucket())
    })
    afterEach(async () => {
      for (const { drop } of buckets.splice(0)) await drop()
    })
    const useBucket = (index: number) => ({ dataDir: temporary.folder, s3: buckets[index]?.s3 as S3Config })

    it('is no other bucket, until the files were copied there or an operator accepts it', async () => {
      await claim(useBucket(0))
      await expect(claim(useBucket(1))).rejects.toThrow(ConfigError)
      await expect(claim(useBucket(1))).rejects.toThrow(
        /^S3_BUCKET=test-\w+ at [\w.:]+ lacks the file .* files move .*\.$/,
      )
      const [first, second] = [await open(useBucket(0)), await open(useBucket(1))]
      await moveFiles(first, second, () => undefined)
      expect(await claim(useBucket(1))).toBeNull()

      await second.instance.delete((await readFileMark(database.db)) ?? '')
      await acceptFiles(database.db, second.instance)
      expect(await claim(useBucket(1))).toBeNull()
    })

    it('has to be copied from the folder of the time before', async () => {
      const folder = { dataDir: temporary.folder, s3: null }
      await claim(folder)
      await expect(claim(useBucket(0))).rejects.toThrow('files move')
      await moveFiles(await open(folder), await open(useBucket(0)), () => undefined)
      expect(await claim(useBucket(0))).toBeNull()
    })

    it.each([
      [{ secretKey: 'hush' }, 'SignatureDoesNotMatch: the keys do not belong together. Correct S3_ACCESS_KEY'],
      [{ bucket: 'no-such-bucket' }, 'NoSuchBucket: there is no such bucket'],
      [{ region: 'cn-hangzhou' }, 'AuthorizationHeaderMalformed: the bucket is in another region'],
    ])('that refuses %o ends the start with the reason and without a key', async (change, expected) => {
      for (const isFirst of [true, false]) {
        if (!isFirst) await claim(useBucket(0))
        const refused = claim({ dataDir: temporary.folder, s3: { ...useBucket(0).s3, ...change } })
        await expect(refused).rejects.toThrow(expected)
        await expect(refused).rejects.not.toThrow('hush')
      }
    })
  })

  it.each([
    [503, '<Error><Code>SlowDown</Code></Error>'],
    [403, '<html>a page of a proxy</html>'],
    [500, ''],
  ])('does not end the start when storage answers %i %s', async (status, body) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const s3 = { bucket: 'portal', endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    const keys = { region: 'us-east-1', accessKey: 'key', secretKey: 'hush', isPathStyle: true }
    const fault = await claim({ dataDir: temporary.folder, s3: { ...s3, ...keys } })
    server.close()
    server.closeAllConnections()
    expect(fault?.message).toContain('PUT failed')
    expect(await readFileMark(database.db)).toBeUndefined()
  })

  it('does not end the start when storage is away', async () => {
    const s3 = { bucket: 'portal', endpoint: 'http://127.0.0.1:9', region: 'r', accessKey: 'k', secretKey: 's' }
    expect(await claim({ dataDir: temporary.folder, s3: { ...s3, isPathStyle: true } })).toMatchObject({
      code: 'STORAGE',
    })
  })
})
