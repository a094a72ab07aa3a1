import { type Checkpoint, readCheckpoint } from '../../../packages/contract/src/tlog/checkpoints.ts'
import { checkCosignature } from '../../../packages/contract/src/tlog/cosignatures.ts'
import {
  decodeBase64,
  hashEmptyTree,
  isEqual,
  toBase64,
  webSha256,
} from '../../../packages/contract/src/tlog/hashing.ts'
import { cosign, type NoteSigner } from '../../../packages/contract/src/tlog/note-signing.ts'
import { isContinued } from '../../../packages/contract/src/tlog/proofs.ts'
import {
  checkSignature,
  formatSignatureLine,
  readNote,
  type SignedNote,
  type VerifierKey,
} from '../../../packages/contract/src/tlog/signed-notes.ts'
import { readWitnessRequest, TREE_SIZE_TYPE } from '../../../packages/contract/src/tlog/witness-requests.ts'
import type { Cosigned, WitnessStore } from './witness-store.ts'

const SECOND_MS = 1000
const RECENT_S = 60

export interface Answer {
  status: number
  type: string
  body: string
}

export interface WitnessOptions {
  store: WitnessStore
  /** Signer of the witness. */
  signer: NoteSigner
  /** Keys of the logs that it follows; their names are the origins. */
  logs: readonly VerifierKey[]
  /** Receives a checkpoint that the log has signed, but that does not provably continue the one before. */
  onRefused: (what: string, note: string) => void
  now?: () => number
}

/**
 * Cosigns a checkpoint that continues the last cosigned one (`add-checkpoint` of C2SP tlog-witness). A cosignature is
 * stored before it is sent.
 */
export function createCosigner({ store, signer, logs, onRefused, now = Date.now }: WitnessOptions) {
  return async function addCheckpoint(body: string): Promise<Answer> {
    const request = readWitnessRequest(body)
    const note = request && readNote(request.checkpoint)
    const checkpoint = note && readCheckpoint(note.text)
    if (!request || !checkpoint) return refuse(400, 'the request is malformed')
    const log = logs.find(({ name }) => name === checkpoint.origin)
    if (!log) return refuse(404, 'this witness does not follow the log')
    if ((await checkSignature(note, log)) !== 'right') return refuse(403, 'the log has not signed it')
    if (request.oldSize > checkpoint.size) return refuse(400, 'the old size is greater than the size')

    const before = store.find(checkpoint.origin)
    if (request.oldSize !== (before?.size ?? 0)) return answerConflict(before)
    const fault = await findFault(request, before, checkpoint)
    if (fault) {
      onRefused(`${checkpoint.origin}, ${checkpoint.size} entries: ${fault}`, request.checkpoint)
      return refuse(422, fault)
    }
    const timeS = Math.floor(now() / SECOND_MS)
    const recent = before?.size === checkpoint.size ? await findRecentLine(before, signer.key, timeS) : undefined
    if (recent) return { status: 200, type: 'text/plain; charset=utf-8', body: recent }
    const line = await cosign(note.text, timeS, signer)
    const cosigned = { size: checkpoint.size, root: toBase64(checkpoint.root), note: selectLogLines(note, log) + line }
    if (!store.replace(checkpoint.origin, before, cosigned)) return answerConflict(store.find(checkpoint.origin))
    return { status: 200, type: 'text/plain; charset=utf-8', body: line }
  }
}

/**
 * Returns the signature line of the last minute: anyone may resend a known checkpoint, and not every time is worth a
 * write.
 */
async function findRecentLine({ note }: Cosigned, key: VerifierKey, timeS: number): Promise<string | undefined> {
  const kept = readNote(note)
  const { check, timeS: keptS } = kept ? await checkCosignature(kept, key) : { check: 'missing', timeS: 0 }
  if (check !== 'right' || Math.abs(timeS - keptS) >= RECENT_S) return undefined
  return note.slice(note.lastIndexOf('\n', note.length - 2) + 1)
}

async function findFault(
  { oldSize, proof }: { oldSize: number; proof: readonly Uint8Array[] },
  before: Cosigned | undefined,
  checkpoint: Checkpoint,
): Promise<string | undefined> {
  const empty = await hashEmptyTree(webSha256)
  if (checkpoint.size === 0 && !isEqual(checkpoint.root, empty)) return 'the root is not that of the empty tree'
  if (oldSize === 0 && proof.length > 0) return 'there is a proof, though the old size is 0'
  const older = { size: oldSize, root: (before && decodeBase64(before.root)) ?? empty }
  if (await isContinued(webSha256, older, checkpoint, proof)) return undefined
  return oldSize === checkpoint.size ? 'another root was signed for this size' : 'the consistency proof is wrong'
}

const refuse = (status: number, why: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${why}\n`,
})

const answerConflict = (before: Cosigned | undefined): Answer => ({
  status: 409,
  type: TREE_SIZE_TYPE,
  body: `${before?.size ?? 0}\n`,
})

/** Returns the note with the lines of the log's key alone: no other signature was verified. */
function selectLogLines({ text, signatures }: SignedNote, log: VerifierKey): string {
  const own = signatures.filter(({ name, id }) => name === log.name && isEqual(id, log.id))
  return `${text}\n${own.map((line) => formatSignatureLine(line, line.bytes)).join('')}`
}
