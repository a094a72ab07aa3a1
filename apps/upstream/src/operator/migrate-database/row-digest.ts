import { createHash } from 'node:crypto'

/** A value of either database: whole numbers as bigint, text, bytes, other numbers. */
export type Value = bigint | number | string | Uint8Array | null

/** Maximum text that is collected before it is digested, in characters. */
const PIECE_CHARS = 1 << 16

/** Writes a value as `n`, `i12`, `f1.5`, `t3:石头好` or `b00ff`. The length in UTF-16 units makes texts unambiguous. */
function formatValue(value: Value): string {
  if (value === null) return 'n;'
  if (typeof value === 'bigint') return `i${value};`
  if (typeof value === 'number') return `f${value};`
  if (typeof value === 'string') return `t${value.length}:${value};`
  return `b${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')};`
}

/** Number of rows and SHA-256 of a table. */
export interface Sum {
  rows: number
  sha256: string
}

/**
 * Digests rows in a form that is the same for both databases: the columns in one order, each value with its kind, a
 * line break after each row. Equal sums mean equal rows in equal order.
 */
export function createRowDigest(): { add(row: readonly Value[]): void; end(): Sum } {
  const hash = createHash('sha256')
  let piece = ''
  let rows = 0
  return {
    add(row) {
      for (const value of row) piece += formatValue(value)
      piece += '\n'
      rows += 1
      if (piece.length < PIECE_CHARS) return
      hash.update(piece)
      piece = ''
    },
    end: () => ({ rows, sha256: hash.update(piece).digest('hex') }),
  }
}
