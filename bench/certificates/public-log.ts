import { join } from 'node:path'
import { createLogFiles } from '../../apps/upstream/src/log/log-files.ts'
import { computeSha256 } from '../../apps/upstream/src/log/log-hashing.ts'
import { createLogSigner } from '../../apps/upstream/src/log/log-signer.ts'
import { addPlainEntries, TEST_DIGEST } from '../../apps/upstream/src/log/testing/log-entries.ts'
import { migrate } from '../../apps/upstream/src/platform/db/migrate.ts'
import { openDatabase } from '../../apps/upstream/src/platform/db/open.ts'
import { openFiles } from '../../apps/upstream/src/platform/files/open-files.ts'
import type { Sha256 } from '../../packages/contract/src/tlog/hashing.ts'
import { createTree } from '../../packages/contract/src/tlog/tree.ts'
import { type BenchRow, getMedian, getPercentile, runInTempFolder } from '../measuring/bench.ts'
import { judgeRow } from './measured-desk.ts'

const ENTRIES = 1_000_000
const PROOFS = 500
const PROOF_MAX_MS = 5
const HEAP_MAX_MIB = 100
const MIB = 2 ** 20
/** A prime, so that proofs are of positions all over the log. */
const STEP = 7919

const hash: Sha256 = (bytes) => new Uint8Array(computeSha256(bytes))

/** Measures a million entries signed by the signer on SQLite, and proofs made of its tiles without a cache. */
export async function measureLog(): Promise<BenchRow[]> {
  return await runInTempFolder('log-bench', async (dataDir) => {
    const { db, close, kind } = openDatabase(`sqlite:${join(dataDir, 'portal.db')}`)
    await migrate({ db, kind })
    const options = { db, digest: TEST_DIGEST, dataDir, logSeed: Buffer.alloc(32, 1), siteUrl: 'https://lab.example' }
    await addPlainEntries(options, ENTRIES)
    const onStop = (fault: Error) => {
      throw fault
    }
    const peak = watchHeap()
    const startedAt = performance.now()
    const { markStore } = await openFiles({ dataDir, s3: null })
    await createLogSigner({ ...options, markStore, now: Date.now, onStop }).sign()
    const seconds = (performance.now() - startedAt) / 1000
    const grown = peak() / MIB
    const files = createLogFiles(options)
    const times: number[] = []
    for (let count = 0; count < PROOFS; count += 1) {
      const from = performance.now()
      const tree = createTree(hash, ENTRIES, async (tile) => new Uint8Array((await files.readTile(tile)) ?? []))
      await tree.inclusionProof((count * STEP) % ENTRIES)
      times.push(performance.now() - from)
    }
    await close()
    const name = 'a proof from the tiles of a million entries'
    const proof = { name, value: getMedian(times), unit: 'ms' }
    const heap = { name: 'signing a million entries, more heap', value: grown, unit: 'MiB' }
    return [
      { name: 'signing a million entries', value: ENTRIES / seconds, unit: 'entries/s' },
      judgeRow(heap, grown < HEAP_MAX_MIB, `under ${HEAP_MAX_MIB} MiB`),
      judgeRow(proof, proof.value < PROOF_MAX_MS, `under ${PROOF_MAX_MS} ms`),
      { name, value: getPercentile(times, 0.99), unit: 'ms p99' },
    ]
  })
}

/** @returns a function that ends it and returns the maximum growth of the heap in bytes */
function watchHeap(): () => number {
  const before = process.memoryUsage().heapUsed
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed)
  }, 20)
  return () => {
    clearInterval(timer)
    return most - before
  }
}
