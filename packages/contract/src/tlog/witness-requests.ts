import { readTreeSize } from './checkpoints.ts'
import { toBase64 } from './hashing.ts'
import { type Proof, readProof } from './proofs.ts'

/** Content type of a witness's answer 409, whose body is the size of the checkpoint that it cosigned last. */
export const TREE_SIZE_TYPE = 'text/x.tlog.size'

/** Body of `POST <prefix>/add-checkpoint` (C2SP tlog-witness). */
export interface WitnessRequest {
  /** Size of the checkpoint that the witness cosigned last; 0 for none. */
  oldSize: number
  /** Proof that the checkpoint continues the one of `oldSize`. */
  proof: Proof
  /** A signed note. */
  checkpoint: string
}

export const formatWitnessRequest = ({ oldSize, proof, checkpoint }: WitnessRequest): string =>
  [`old ${oldSize}`, ...proof.map(toBase64), '', checkpoint].join('\n')

/** @returns the request, or `undefined` when it is malformed; the checkpoint is not checked */
export function readWitnessRequest(body: string): WitnessRequest | undefined {
  const end = body.indexOf('\n\n')
  if (end < 0) return undefined
  const [oldLine = '', ...lines] = body.slice(0, end).split('\n')
  const oldSize = oldLine.startsWith('old ') ? readTreeSize(oldLine.slice('old '.length)) : undefined
  const proof = readProof(lines)
  return oldSize === undefined || !proof ? undefined : { oldSize, proof, checkpoint: body.slice(end + 2) }
}
