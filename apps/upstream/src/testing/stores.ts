import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, inject } from 'vitest'
import type { S3Config } from '#platform/config/s3-config.ts'
import type { FileStore } from '#platform/files/file-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where upstreams of this run store files. */
    files: 'folder' | 's3'
  }
}

/** The S3 server of this run: `TEST_S3_ENDPOINT` and the others; `undefined` where there is none. */
function findServer(): Omit<S3Config, 'bucket'> | undefined {
  const { TEST_S3_ENDPOINT: endpoint, TEST_S3_REGION: region = 'us-east-1' } = process.env
  const { TEST_S3_ACCESS_KEY: accessKey = '', TEST_S3_SECRET_KEY: secretKey = '' } = process.env
  return endpoint ? { endpoint, region, accessKey, secretKey, isPathStyle: true } : undefined
}

export const s3Server = findServer()
if (process.env.REQUIRE_S3 && !s3Server) throw new Error('REQUIRE_S3 is set, and there is no TEST_S3_ENDPOINT')

/** Makes an empty bucket, and a function that removes it with its objects. */
export async function makeBucket() {
  if (!s3Server) throw new Error('there is no S3 server')
  const s3: S3Config = { ...s3Server, bucket: `test-${randomBytes(8).toString('hex')}` }
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const Bucket = s3.bucket
  await client.send(new sdk.CreateBucketCommand({ Bucket }))
  return {
    s3,
    async drop() {
      const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket }))
      await Promise.all(Contents.map(({ Key }) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }))))
      await client.send(new sdk.DeleteBucketCommand({ Bucket }))
      client.destroy()
    },
  }
}

/** Makes a bucket for one upstream; `undefined` in runs that store files in folders. */
export async function makeBucketOfRun() {
  return inject('files') === 's3' ? await makeBucket() : undefined
}

/** Lists the names of all files in a store. */
export async function listNames(store: FileStore): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of store.list()) names.push(name)
  return names.sort()
}

/** @throws Error when there is no such file */
export async function readStored(store: FileStore, name: string): Promise<Buffer> {
  const file = await store.get(name)
  if (!file) throw new Error(`no file ${name}`)
  return await buffer(file.content)
}

/** Environment of an upstream whose files are in a bucket. Its keys are those of tests. */
export const toEnvironment = ({ bucket, endpoint, region, accessKey, secretKey }: S3Config) => ({
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY: accessKey,
  S3_SECRET_KEY: secretKey,
  LOG_KEY: Buffer.alloc(32, 2).toString('base64'),
  INSTANCE_KEY: Buffer.alloc(32, 1).toString('base64'),
})

/** Where the files of a suite are, and a function that removes them. */
export interface TestPlace {
  dataDir: string
  s3: S3Config | null
  drop(): Promise<void>
}

export type MakePlace = () => Promise<TestPlace>

const makeFolder = async (): Promise<TestPlace> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-store-'))
  return { dataDir, s3: null, drop: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

const makeS3: MakePlace = async () => {
  const [folder, bucket] = [await makeFolder(), await makeBucket()]
  return {
    dataDir: folder.dataDir,
    s3: bucket.s3,
    drop: async () => {
      await folder.drop()
      await bucket.drop()
    },
  }
}

/** Runs a suite on a folder and on object storage, which is reported as skipped where no S3 server runs. */
export function describeStores(title: string, suite: (make: MakePlace) => void): void {
  describe(`${title}, in a folder`, () => suite(makeFolder))
  describe.skipIf(!s3Server)(`${title}, in object storage${s3Server ? '' : ' (no S3 server)'}`, () => suite(makeS3))
}
