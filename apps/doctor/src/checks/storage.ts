import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { readConfig } from '@portal/upstream/src/platform/config/config.ts'
import type { S3Config } from '@portal/upstream/src/platform/config/s3-config.ts'
import type { FileStore } from '@portal/upstream/src/platform/files/file-store.ts'
import { openBucket } from '@portal/upstream/src/platform/files/s3-store.ts'
import { STORAGE_REFUSALS } from '@portal/upstream/src/platform/files/storage-refusals.ts'
import { describeFailure } from '#failure.ts'
import { type Check, type Finding, fault, ok, type Subject, warn } from '#finding.ts'
import { isInside } from '#networks.ts'
import { checkClock } from './clock.ts'

/** Time of a small request that is reported. A page with ten pictures of one's own would take ten of them. */
const SLOW_MS = 200
const CONTENT = 'a file of the doctor'
const DATE_MS = 5_000

type StorageSubject = Pick<Subject, 'env' | 'ask' | 'now'>

/** Checks object storage, when it is configured: bucket, rights, region, clock and latency. */
export const storageCheck: Check<StorageSubject> = {
  name: 'storage',
  async run(subject) {
    const { env } = subject
    if (!env.S3_BUCKET && !env.S3_BUCKET_FILE) return [ok('S3_BUCKET is not set: files are in DATA_DIR')]
    // A container of the site knows the name of the bucket alone.
    if (!env.S3_ENDPOINT && !env.S3_ENDPOINT_FILE)
      return [ok('the bucket is examined where upstream runs: doctor storage')]
    const s3 = readS3(subject)
    return 'level' in s3 ? [s3] : await examine(s3, subject)
  },
}

function readS3({ env }: StorageSubject): S3Config | Finding {
  try {
    const { s3 } = readConfig(env)
    if (s3) return s3
  } catch (error) {
    return fault((error as Error).message, 'Correct the variables of upstream')
  }
  return fault('S3_BUCKET is empty', 'Name the bucket, or leave the variable out')
}

async function examine(s3: S3Config, subject: StorageSubject): Promise<Finding[]> {
  const name = `bucket ${s3.bucket} at ${new URL(s3.endpoint).host}`
  const bucket = await openBucket(s3, tmpdir())
  try {
    const { findings, shortestMs } = await tryRights(bucket.createStore('doctor'), name)
    findings.push(...(await compareClock(s3, subject)), ...describeOpenness(s3, name))
    if (findings.length === 0 && shortestMs > SLOW_MS) {
      const remedy = 'Use a bucket in the region of the site, and its address inside the cloud'
      findings.push(warn(`${name} took ${Math.round(shortestMs)} ms for a small file`, remedy))
    }
    return findings.length > 0 ? findings : [ok(`${name} stores, returns, lists and deletes files`)]
  } finally {
    bucket.close()
  }
}

/**
 * Stores a small file, reads, lists and deletes it. Ends at the first request that fails.
 * @returns the shortest time too: others may have waited for a connection or a busy machine
 */
async function tryRights(store: FileStore, name: string): Promise<{ findings: Finding[]; shortestMs: number }> {
  const file = randomUUID()
  let shortestMs = Number.POSITIVE_INFINITY
  const steps: readonly (readonly [right: string, work: () => Promise<boolean>])[] = [
    ['put', async () => void (await store.put(file, Buffer.from(CONTENT))) === undefined],
    ['get', async () => (await readText(store, file)) === CONTENT],
    ['list', async () => await isListed(store, file)],
    ['delete', async () => void (await store.delete(file)) === undefined && !(await store.head(file))],
  ]
  for (const [right, work] of steps) {
    const startedMs = performance.now()
    try {
      const isRight = await work()
      shortestMs = Math.min(shortestMs, performance.now() - startedMs)
      if (isRight) continue
      const remedy = 'Use a bucket that shows each change at once, as all large clouds do'
      return { findings: [fault(`${name}: ${right} does not show what was stored before`, remedy)], shortestMs }
    } catch (error) {
      // A file that may not be deleted is left; its name says whose it is.
      if (right !== 'delete') await store.delete(file).catch(() => undefined)
      return { findings: [explainRefusal(error as Error, `${name}: ${right}`)], shortestMs }
    }
  }
  return { findings: [], shortestMs }
}

async function readText(store: FileStore, file: string): Promise<string | undefined> {
  const found = await store.get(file)
  return found && (await text(found.content))
}

async function isListed(store: FileStore, file: string): Promise<boolean> {
  for await (const { name } of store.list()) if (name === file) return true
  return false
}

function explainRefusal(error: Error, name: string): Finding {
  const cause = error.cause as Error | undefined
  const known = STORAGE_REFUSALS[cause?.name ?? '']
  if (known) return fault(`${name}: ${known[0]}`, known[1])
  if (cause?.name === 'AbortError' || cause?.name === 'TimeoutError') {
    return fault(`${name}: it does not answer in time`, 'Look at its load, and at firewalls between')
  }
  const { why, remedy } = describeFailure(cause)
  return fault(`${name}: ${why}`, `${remedy}, or correct S3_ENDPOINT`)
}

async function compareClock({ endpoint }: S3Config, subject: StorageSubject): Promise<Finding[]> {
  const answer = await subject.ask(endpoint, { method: 'HEAD', timeoutMs: DATE_MS }).catch(() => undefined)
  const theirMs = Date.parse(answer?.header('date') ?? '')
  return checkClock(subject, { whose: 'object storage’s', theirMs })
}

function describeOpenness({ endpoint }: S3Config, name: string): Finding[] {
  if (endpoint.startsWith('https:') || isInside(new URL(endpoint).hostname)) return []
  return [warn(`${name} is reached unencrypted across a public network`, 'Use https:// in S3_ENDPOINT')]
}
