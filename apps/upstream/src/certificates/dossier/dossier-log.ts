import { createHash } from 'node:crypto'
import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { formatProofFile } from '@portal/contract/tlog/proof-files.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import { createTree, type Tree } from '@portal/contract/tlog/tree.ts'
import { readLoggedRows } from '#log/chain-of-number.ts'
import type { LogFiles } from '#log/log-files.ts'
import type { Db } from '#platform/db/open.ts'
import { AppError } from '#platform/errors.ts'
import type { DossierFile } from './dossier-file.ts'

const sha256 = async (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())

interface SignedLog {
  checkpoint: string
  key: string
  tree: Tree
}

/**
 * Makes the files that prove the entries of a number: each entry with its text and salt, its proof (C2SP tlog-proof), and the key.
 * @returns the files, and what is missing in words
 */
export async function makeLogFiles(db: Db, logFiles: LogFiles, certificateNo: string) {
  const files: DossierFile[] = []
  const gaps: string[] = []
  const rows = (await readLoggedRows(db, [certificateNo])).get(certificateNo) ?? []
  const signed = await readSignedLog(logFiles)
  if (signed) {
    files.push({ name: 'log/key.txt', bytes: Buffer.from(signed.key) })
    files.push({ name: 'log/checkpoint.txt', bytes: Buffer.from(signed.checkpoint) })
  } else if (rows.length > 0) gaps.push('公开日志现在不能读取，没有附检查点与证明')
  for (const { idx: index, entry, salt, text, format } of rows) {
    if (salt === null || text === null || format === null) {
      gaps.push(`公开日志第 ${index} 条的内容已丢失`)
      continue
    }
    const record = JSON.stringify({ index, entry, salt, format, text }, null, 2)
    files.push({ name: `log/${index}.json`, bytes: Buffer.from(record) })
    if (!signed) continue
    if (index >= signed.tree.size) {
      gaps.push(`公开日志第 ${index} 条还没有签入检查点，稍后重新导出即有证明`)
      continue
    }
    const proof = await signed.tree.inclusionProof(index)
    const extra = Buffer.from(JSON.stringify({ salt, text, format }))
    const file = formatProofFile({ index, proof, extra: new Uint8Array(extra), checkpoint: signed.checkpoint })
    files.push({ name: `log/${index}.tlog-proof`, bytes: Buffer.from(file) })
  }
  return { files, gaps }
}

/** Reads the newest checkpoint with its key and tree; `undefined` while there is none, or the log is stopped. */
async function readSignedLog(logFiles: LogFiles): Promise<SignedLog | undefined> {
  try {
    const checkpoint = await logFiles.readCheckpoint()
    const key = await logFiles.readKey()
    const head = checkpoint === undefined ? undefined : readCheckpoint(readNote(checkpoint)?.text ?? '')
    if (checkpoint === undefined || key === undefined || !head) return undefined
    const tree = createTree(sha256, head.size, async (tile) => {
      const bytes = await logFiles.readTile(tile)
      return new Uint8Array(bytes ?? [])
    })
    return { checkpoint, key, tree }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
