import { HASH_BYTES } from '@portal/contract/tlog/hashing.ts'
import { countHashes, TILE_WIDTH } from '@portal/contract/tlog/tile-paths.ts'
import type { Db } from '#platform/db/open.ts'
import type { Edge } from './log-edge.ts'
import { LogFault } from './log-fault.ts'
import { hashLeaf } from './log-hashing.ts'

/** Consecutive hashes or entries. */
interface Span {
  from: number
  count: number
}

/** Reads entries. @throws LogFault when one is missing or does not have 32 bytes */
export async function readEntries(db: Db, { from, count }: Span): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('log_entries')
    .select(['idx', 'entry as text'])
    .where('idx', '>=', from)
    .where('idx', '<', from + count)
    .orderBy('idx')
    .execute()
  return checkOrder(rows, { from, count })
}

/** Reads hashes at a level of tiles. @throws LogFault when one is missing */
export async function readHashes(db: Db, level: number, span: Span): Promise<Buffer[]> {
  if (level === 0) return (await readEntries(db, span)).map(hashLeaf)
  const rows = await db
    .selectFrom('log_tiles')
    .select(['idx', 'root as text'])
    .where('level', '=', level - 1)
    .where('idx', '>=', span.from)
    .where('idx', '<', span.from + span.count)
    .orderBy('idx')
    .execute()
  return checkOrder(rows, span)
}

function checkOrder(rows: readonly { idx: number; text: string }[], { from, count }: Span): Buffer[] {
  const found = rows.map(({ idx, text }, at) => {
    const bytes = Buffer.from(text, 'base64')
    if (idx !== from + at || bytes.length !== HASH_BYTES) throw new LogFault('entry', from + at)
    return bytes
  })
  if (found.length !== count) throw new LogFault('entry', from + found.length)
  return found
}

/** Reads the edge that the log had at a size, from stored hashes. @throws LogFault when one is missing */
export async function readEdge(db: Db, size: number): Promise<Edge> {
  const levels: Buffer[][] = []
  for (let level = 0; countHashes(size, level) > 0; level += 1) {
    const count = countHashes(size, level) % TILE_WIDTH
    const from = countHashes(size, level) - count
    levels.push(count > 0 ? await readHashes(db, level, { from, count }) : [])
  }
  return { size, levels }
}
