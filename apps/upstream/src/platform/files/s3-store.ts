import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { SECOND_MS } from '@portal/contract/constants.ts'
import type { S3Config } from '#platform/config/s3-config.ts'
import { checkFileName, type FileStore, isFileName, StorageFault } from './file-store.ts'

/** Time to connect, ms. */
const CONNECT_MS = 1 * SECOND_MS
/** Time of a request until its answer begins, with one repetition; each megabyte that is sent adds a second. */
const ANSWER_MS = 4 * SECOND_MS
const SENT_BYTES_A_MS = 1000
/** Time without a byte after which a running transfer is broken off. */
const SILENT_MS = 10 * SECOND_MS
/**
 * Connections of one process: more than the requests for pictures that a site sends it at once, because the time to connect
 * runs while a request waits for a connection.
 */
const SOCKETS_MAX = 256

/** Time for which requests fail at once after one without an answer, ms: otherwise each upload waits its whole time. */
const REST_MS = 3 * SECOND_MS

/** A bucket of object storage, for all areas. */
export interface Bucket {
  /** @param area first part of the keys */
  createStore(area: string): FileStore
  close(): void
}

/**
 * Opens object storage. The library is loaded here, so that a site with a folder does not load it.
 * @param scratch folder of copies while they are read
 */
export async function openBucket(config: S3Config, scratch: string): Promise<Bucket> {
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKey, secretAccessKey: config.secretKey },
    forcePathStyle: config.isPathStyle,
    // OSS, COS and Swift refuse the checksums that the library would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      httpAgent: { maxSockets: SOCKETS_MAX },
      httpsAgent: { maxSockets: SOCKETS_MAX },
    },
  })
  const access = { client, commands, bucket: config.bucket, scratch, rest: createRest() }
  return {
    createStore: (area) => createS3Store(access, `${area}/`),
    close: () => client.destroy(),
  }
}

type Commands = Omit<typeof import('@aws-sdk/client-s3'), 'S3Client'>

interface Access {
  client: S3Client
  commands: Commands
  bucket: string
  scratch: string
  rest: Rest
}

type Rest = ReturnType<typeof createRest>

/** After a time-out requests fail fast for `REST_MS`, unless a later request was answered. */
function createRest() {
  let answeredAtMs = Number.NEGATIVE_INFINITY
  let restsUntilMs = Number.NEGATIVE_INFINITY
  return {
    isResting: () => performance.now() < restsUntilMs,
    answered() {
      answeredAtMs = performance.now()
      restsUntilMs = Number.NEGATIVE_INFINITY
    },
    /** @param sinceMs when the request began */
    unanswered(sinceMs: number) {
      if (answeredAtMs < sinceMs) restsUntilMs = performance.now() + REST_MS
    },
  }
}

/** Answers that say nothing about the settings: a slow body, a conflict, too many requests. */
const PASSING: readonly (number | string)[] = [408, 409, 429, 'RequestTimeout', 'SlowDown']
/** What an answer says that is not of the service itself, such as the page of a proxy. */
const UNNAMED: readonly string[] = ['Error', 'SyntaxError', 'UnknownError', 'Unknown']

/** Returns the error code of a refusal that lasts until an operator changes something. */
function findRefusal({ name, $metadata }: S3ServiceException): string | undefined {
  const status = $metadata?.httpStatusCode ?? 0
  const isRefused = status >= 300 && status < 500 && !PASSING.includes(status) && !PASSING.includes(name)
  return isRefused && !UNNAMED.includes(name) ? name : undefined
}

function createS3Store({ client, commands, bucket, scratch, rest }: Access, prefix: string): FileStore {
  const toKey = (name: string) => {
    checkFileName(name)
    return { Bucket: bucket, Key: prefix + name }
  }

  /**
   * Runs a request within its time.
   * @param what for the message of a fault
   * @param sentBytes size of the body
   * @returns `undefined` when there is no such object
   */
  async function run<T>(
    what: string,
    request: (abortSignal: AbortSignal) => Promise<T>,
    sentBytes = 0,
  ): Promise<T | undefined> {
    if (rest.isResting()) throw new StorageFault(`${what} failed: no answer in time to the request before`)
    const startedMs = performance.now()
    const stopping = new AbortController()
    const timer = setTimeout(() => stopping.abort(), ANSWER_MS + sentBytes / SENT_BYTES_A_MS)
    try {
      const answer = await request(stopping.signal)
      rest.answered()
      return answer
    } catch (error) {
      const { name, code, $metadata } = error as S3ServiceException & NodeJS.ErrnoException
      const status = $metadata?.httpStatusCode
      const isLate = stopping.signal.aborted || name === 'TimeoutError'
      if (isLate) rest.unanswered(startedMs)
      else if (status !== undefined) rest.answered()
      // A missing bucket answers 404 too.
      if (status === 404 && name !== 'NoSuchBucket') return undefined
      // A connection that is refused or reset has a code of the operating system, and no name that says so.
      const why = status === undefined && !stopping.signal.aborted ? code : undefined
      throw new StorageFault(`${what} failed: ${why ?? (isLate ? 'no answer in time' : name)}`, {
        cause: error,
        refusal: findRefusal(error as S3ServiceException),
      })
    } finally {
      clearTimeout(timer)
    }
  }

  const get: FileStore['get'] = async (name, range) => {
    const wanted = { ...toKey(name), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }
    const command = new commands.GetObjectCommand(wanted)
    const found = await run('GET', (abortSignal) => client.send(command, { abortSignal }))
    if (!found) return undefined
    const total = found.ContentRange?.split('/').at(-1)
    return { ...toFound(found, Number(total ?? found.ContentLength)), content: found.Body as Readable }
  }

  return {
    get,

    async put(name, source) {
      const key = toKey(name)
      const bytes = Buffer.isBuffer(source) ? source.length : (await stat(source.path)).size
      const send = (abortSignal: AbortSignal) => {
        const Body = Buffer.isBuffer(source) ? source : createReadStream(source.path)
        const command = new commands.PutObjectCommand({ ...key, Body, ContentLength: bytes })
        return client.send(command, { abortSignal })
      }
      const stored = await run('PUT', send, bytes)
      if (!stored) throw new StorageFault('PUT failed: there is no such bucket')
      if (!Buffer.isBuffer(source)) await rm(source.path, { force: true })
    },

    async head(name) {
      const command = new commands.HeadObjectCommand(toKey(name))
      const found = await run('HEAD', (abortSignal) => client.send(command, { abortSignal }))
      return found && toFound(found, Number(found.ContentLength))
    },

    async delete(name) {
      const command = new commands.DeleteObjectCommand(toKey(name))
      await run('DELETE', (abortSignal) => client.send(command, { abortSignal }))
    },

    async *list() {
      let next: string | undefined
      do {
        const command = new commands.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ...(next && { ContinuationToken: next }),
        })
        const page = await run('LIST', (abortSignal) => client.send(command, { abortSignal }))
        for (const { Key = '', Size = 0, LastModified } of page?.Contents ?? []) {
          const name = Key.slice(prefix.length)
          if (isFileName(name)) yield { name, bytes: Size, storedAtMs: LastModified?.getTime() ?? 0 }
        }
        next = page?.NextContinuationToken
      } while (next)
    },

    async usePath(name, use) {
      const opened = await get(name)
      if (!opened) return undefined
      await mkdir(scratch, { recursive: true, mode: 0o700 })
      const folder = await mkdtemp(join(scratch, 'read-'))
      try {
        const path = join(folder, name)
        await pipeline(opened.content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return await use(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

const toFound = (
  { ETag, LastModified }: { ETag?: string | undefined; LastModified?: Date | undefined },
  bytes: number,
) => ({
  bytes,
  storedAtMs: LastModified?.getTime() ?? 0,
  version: `${ETag} ${bytes}`,
})
