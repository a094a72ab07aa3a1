import { type Bytes, decodeBase64, HASH_BYTES, toBase64 } from './hashing.ts'
import type { TreeHead } from './proofs.ts'

/** State of a log (C2SP tlog-checkpoint), the text of a signed note. */
export interface Checkpoint extends TreeHead {
  /** Identity of the log, e.g. `lab.example/log`; it should be the name of its key too. */
  origin: string
  root: Bytes
}

export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/**
 * @param text text with its final line feed; extension lines are allowed and ignored
 * @returns the checkpoint, or `undefined` when it is malformed
 */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', sizeText = '', rootText = '', ...extensions] = text.split('\n')
  const size = readTreeSize(sizeText)
  const root = decodeBase64(rootText)
  if (origin === '' || size === undefined || root?.length !== HASH_BYTES) return undefined
  // The text must end in a line feed, and no extension may be empty.
  if (extensions.pop() !== '' || extensions.includes('')) return undefined
  return { origin, size, root }
}

/** Parses a decimal size or index without leading zeros. @returns `undefined` for any other text */
export function readTreeSize(text: string): number | undefined {
  const size = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(size) ? size : undefined
}
