import { SECOND_MS } from '@portal/contract/constants.ts'
import { readTreeSize } from '@portal/contract/tlog/checkpoints.ts'
import { checkCosignature } from '@portal/contract/tlog/cosignatures.ts'
import { isEqual } from '@portal/contract/tlog/hashing.ts'
import { formatSignatureLine, readNote } from '@portal/contract/tlog/signed-notes.ts'
import { formatWitnessRequest, type WitnessRequest } from '@portal/contract/tlog/witness-requests.ts'
import { readLimited } from '#platform/net/read-limited.ts'
import type { Witness } from './witness.ts'

const TIMEOUT_MS = 10 * SECOND_MS
/** Maximum size of an answer. A hundred lines with the longest signatures need half of it. */
const ANSWER_MAX_BYTES = 512 * 1024
const REASON_MAX_CHARS = 200

/** A failure with a message that may be logged and shown to staff. */
export class WitnessFailure extends Error {
  override name = 'WitnessFailure'
}

export type WitnessAnswer =
  /** The verified line of a note. */
  | { line: string }
  /** The witness has cosigned this size, which differs from the old one in the request. */
  | { size: number }

/** Sends a checkpoint (C2SP tlog-witness). @param signal cancels the request @throws WitnessFailure */
export async function requestCosignature(
  witness: Witness,
  request: WitnessRequest,
  signal: AbortSignal,
): Promise<WitnessAnswer> {
  const { status, text } = await post(`${witness.address}/add-checkpoint`, formatWitnessRequest(request), signal)
  if (status === 200) return { line: await findWitnessLine(witness, request.checkpoint, text) }
  const size = status === 409 ? readTreeSize(text.trimEnd()) : undefined
  if (size !== undefined) return { size }
  throw new WitnessFailure(`HTTP ${status} ${text.slice(0, REASON_MAX_CHARS)}`.trim())
}

async function post(url: string, body: string, ending: AbortSignal): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ending])
    const answer = await fetch(url, { method: 'POST', body, redirect: 'error', signal })
    return { status: answer.status, text: (await readLimited(answer, ANSWER_MAX_BYTES)).toString() }
  } catch (error) {
    const { name, message, cause } = error as Error
    if (name === 'TimeoutError') throw new WitnessFailure(`no answer within ${TIMEOUT_MS / SECOND_MS} seconds`)
    throw new WitnessFailure(cause instanceof Error ? cause.message || message : message)
  }
}

/** Finds the line of the configured key. The witness may add lines of further keys, which are unknown here. */
async function findWitnessLine({ verifier }: Witness, checkpoint: string, lines: string): Promise<string> {
  const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1)
  const note = readNote(`${text}\n${lines}`)
  const { check } = note ? await checkCosignature(note, verifier) : { check: 'missing' }
  const witnessSignature = note?.signatures.find(({ name, id }) => name === verifier.name && isEqual(id, verifier.id))
  if (check !== 'right' || !witnessSignature) throw new WitnessFailure(`its cosignature is ${check}`)
  return formatSignatureLine(verifier, witnessSignature.bytes)
}
