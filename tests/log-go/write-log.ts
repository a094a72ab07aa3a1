import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { addPlainEntries } from '../../apps/upstream/src/log/testing/log-entries.ts'
import { makeUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import { toBase64 } from '../../packages/contract/src/tlog/hashing.ts'
import { formatVerifierKey } from '../../packages/contract/src/tlog/signed-notes.ts'
import {
  makeLogSigner,
  makeSampleLog,
  makeSeed,
  type SampleLog,
} from '../../packages/contract/src/tlog/testing/sample-log.ts'
import { formatTilePath, listNewTiles } from '../../packages/contract/src/tlog/tile-paths.ts'
import type { SeededRandom } from '../chat/seeded-random.ts'

const POLLING = { timeout: 30_000, interval: 100 }

/** Writes a file below the folder of a log. */
function writeBelow(folder: string, name: string, content: string | Uint8Array): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}

export interface WriteOptions {
  folder: string
  /** Number of entries. */
  size: number
  /** Number of proofs of each kind. */
  proofs: number
  random: SeededRandom
}

/** Writes a log as files below its address, and `proofs.json` with proofs of random positions for `verify.go`. */
export async function writeLogFiles({ folder, size, proofs, random }: WriteOptions): Promise<void> {
  const log = await makeSampleLog(size)
  const signer = await makeLogSigner()
  const write = (name: string, content: string | Uint8Array) => writeBelow(folder, name, content)
  for (const [name, bytes] of log.listFiles()) write(name, bytes)
  write('key', `${formatVerifierKey(signer.key)}\n`)
  write('checkpoint', await log.signCheckpoint(signer))
  write('proofs.json', JSON.stringify(await makeProofs(log, { size, proofs, random })))
}

async function makeProofs(log: SampleLog, { size, proofs, random }: Omit<WriteOptions, 'folder'>) {
  const inclusion: { index: number; size: number; proof: string[] }[] = []
  const consistency: { older: number; newer: number; proof: string[] }[] = []
  for (let round = 0; round < proofs; round += 1) {
    const newer = random.between(1, size)
    const tree = log.makeTree(newer)
    const [index, older] = [random.between(0, newer - 1), random.between(1, newer)]
    inclusion.push({ index, size: newer, proof: (await tree.inclusionProof(index)).map(toBase64) })
    consistency.push({ older, newer, proof: (await tree.consistencyProof(older)).map(toBase64) })
  }
  return { inclusion, consistency }
}

/** Writes the files that the reference upstream serves once it has signed `size` entries, which are put into its table. */
export async function writeServedLog({ folder, size }: Pick<WriteOptions, 'folder' | 'size'>): Promise<void> {
  const upstream = await makeUpstream({ env: { LOG_KEY: toBase64(makeSeed(0)), PUBLIC_ORIGIN: 'https://lab.example' } })
  const get = async (name: string) => {
    const { statusCode, rawPayload } = await upstream.app.inject(`/log/${name}`)
    if (statusCode !== 200) throw new Error(`/log/${name} is answered with ${statusCode}`)
    return rawPayload
  }
  try {
    // The log is made before the first answer.
    await get('checkpoint')
    await addPlainEntries(upstream, size)
    await expect.poll(async () => String(await get('checkpoint')), POLLING).toContain(`\n${size}\n`)
    for (const name of ['checkpoint', 'key', ...listNewTiles(0, size).map(formatTilePath)]) {
      writeBelow(folder, name, await get(name))
    }
  } finally {
    await upstream.close()
  }
}
