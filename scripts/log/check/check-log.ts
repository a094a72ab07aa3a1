import { isEqual, toBase64 } from '../../../packages/contract/src/tlog/hashing.ts'
import { isContinued } from '../../../packages/contract/src/tlog/proofs.ts'
import {
  ED25519,
  formatVerifierKey,
  readVerifierKey,
  type VerifierKey,
} from '../../../packages/contract/src/tlog/signed-notes.ts'
import { createTree, type ReadTile } from '../../../packages/contract/src/tlog/tree.ts'
import type { KeptCopy } from './kept-copy.ts'
import type { LogFiles, LogOptions } from './log-files.ts'
import type { LogState } from './log-state.ts'
import { computeSha256, rebuildTiles } from './rebuild.ts'
import { readSeen, type Seen } from './seen.ts'
import { Misfit, Misuse } from './verdicts.ts'
import { checkServed, fetchWitnessed, type Witness } from './witnesses.ts'

/** Number of requests for a checkpoint that is older than the last one seen, as a cache may serve it. */
const OLDER_TRIES = 3
const OLDER_WAIT_MS = 10_000

export interface CheckOptions extends Pick<LogOptions, 'get' | 'sleep'> {
  files: LogFiles
  /** Verifier key that the caller trusts. */
  key?: string | undefined
  state?: LogState | undefined
  /** Whether to rebuild all tiles from the entries. */
  isFull: boolean
  /** Receives entries and checkpoint when all tiles are rebuilt. */
  copy?: KeptCopy | undefined
  witnesses: readonly Witness[]
  print: (line: string) => void
  onProgress?: (entries: number, size: number) => void
  now?: () => number
}

/**
 * Checks a log and prints each finding.
 * @returns the state to store
 * @throws Misfit when something does not match, Unreachable, Misuse
 */
export async function checkLog(options: CheckOptions): Promise<LogState> {
  const { files, state, print, now = Date.now } = options
  const key = await chooseKey(options)
  const before = state && (await readKept(state, key))
  // Witnesses are read before the log: it must have their entries, and may have more.
  const asked = options.witnesses.filter(({ address }) => address !== undefined)
  const witnessed = await Promise.all(asked.map((witness) => fetchWitnessed(witness, key, options)))
  const seen = await fetchNewest(options, key, [...witnessed, ...(before ? [before] : [])])
  print(
    `Log         ${seen.origin}${seen.origin === formatAddress(files) ? '' : `, at the address ${formatAddress(files)}`}`,
  )
  print(`Checkpoint  ${count(seen.size)} entries, root ${toBase64(seen.root)}, rightly signed`)

  const readTile: ReadTile = (tile) => files.tile(tile)
  const tree = createTree(computeSha256, seen.size, readTile)
  const root = await tree.root()
  if (!isEqual(root, seen.root)) {
    throw new Misfit(`the tiles give the root ${toBase64(root)}, the checkpoint is signed for ${toBase64(seen.root)}`)
  }
  print('Tiles       give this root')

  if (before && state) {
    await compareWithBefore(before, seen, tree)
    const grown = count(seen.size - before.size)
    print(`Continued   the ${count(before.size)} entries seen on ${state.checkedAt} are unchanged, ${grown} are new`)
  }
  for (const kept of witnessed) {
    await compareWithBefore(kept, seen, tree)
    print(`Witnessed   by ${kept.by} on ${kept.at}: ${count(kept.size)} entries, which are the same here`)
  }
  for (const witness of options.witnesses.filter(({ address }) => address === undefined)) {
    print(`Cosigned    by ${witness.key.name} on ${await checkServed(witness, seen)}`)
  }
  if (options.isFull) {
    const onProgress = (entries: number) => options.onProgress?.(entries, seen.size)
    const tiles = await rebuildTiles(files, seen, { onProgress, copy: options.copy })
    options.copy?.checkpoint(seen.note)
    print(`Rebuilt     ${count(tiles)} tiles from ${count(seen.size)} entries: all fit`)
  }
  return { key: formatVerifierKey(key), checkpoint: seen.note, checkedAt: new Date(now()).toISOString() }
}

/** Address of a log in the usual form of origins. */
const formatAddress = ({ base }: LogFiles) => base.replace(/^https?:\/\//, '')

const count = (number: number) => number.toLocaleString('en')

/** Takes the key from the arguments, else from the state, else from the log itself: trust on first use. */
async function chooseKey({ files, key: named, state, print }: CheckOptions): Promise<VerifierKey> {
  const known = named ?? state?.key
  const text = known ?? (await files.key())
  if (text === undefined) throw new Misuse(`${files.base}/key: the log names no key; give it with --key`)
  const key = await readVerifierKey(text)
  if (!key && known === undefined) throw new Misfit(`${files.base}/key is not a verifier key: ${text.slice(0, 200)}`)
  if (!key) throw new Misuse(`${text} is not a verifier key`)
  if (key.type !== ED25519) throw new Misuse(`${text}: only Ed25519 keys of logs are supported`)
  print(`Key         ${text}`)
  if (known === undefined) {
    print('            named by the log itself and trusted on first use: compare it with another source')
  }
  return key
}

/** Fetches the newest checkpoint, which must not be older than those seen before. */
async function fetchNewest(options: CheckOptions, key: VerifierKey, before: readonly Seen[]): Promise<Seen> {
  const { files, sleep = (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)) } = options
  for (let tried = 1; ; tried += 1) {
    const seen = await readSeen(await files.checkpoint(), key)
    const newer = before.find(({ size }) => size > seen.size)
    if (!newer) return seen
    if (tried === OLDER_TRIES) {
      throw new Misfit(
        `the checkpoint goes back: it has ${count(seen.size)} entries, ${count(newer.size)} were signed before`,
        [newer.note, seen.note],
      )
    }
    await sleep(OLDER_WAIT_MS)
  }
}

/**
 * Reads the stored state. A log may have changed its key since, which the caller must name.
 * @throws Misuse for a damaged state, or one of another log
 */
async function readKept(state: LogState, key: VerifierKey): Promise<Seen> {
  const own = await readVerifierKey(state.key)
  if (own?.name !== key.name) throw new Misuse(`the state is of the log ${own?.name}, not of ${key.name}`)
  try {
    return await readSeen(state.checkpoint, own)
  } catch (error) {
    throw new Misuse(`the state is damaged: ${(error as Error).message}`)
  }
}

/** @throws Misfit when the log does not begin with the entries that were seen */
async function compareWithBefore(
  before: Seen,
  seen: Seen,
  tree: Pick<ReturnType<typeof createTree>, 'consistencyProof'>,
): Promise<void> {
  const evidence = [before.note, seen.note]
  if (before.size === seen.size && !isEqual(before.root, seen.root)) {
    throw new Misfit(`a second checkpoint of ${count(seen.size)} entries has another root`, evidence)
  }
  const proof = await tree.consistencyProof(before.size)
  if (!(await isContinued(computeSha256, before, seen, proof))) {
    throw new Misfit(
      `the log does not begin with the ${count(before.size)} entries that were seen: one of them was changed, removed or moved`,
      evidence,
    )
  }
}
