import type { ReceiptFile } from '@portal/contract/certificates/certificate-receipt.ts'
import { REPORT_MAX } from '@portal/contract/certificates/certificate-states.ts'
import type { Failed } from '#domain/log/check-logged.ts'
import { formatDateTime } from '#lib/format.ts'
import { saveFile } from '#lib/save-file.ts'
import type { CheckAnswer } from '../certificate-action.ts'
import type { LogProof } from './use-log-proof.ts'

/** The receipt with the checked data of the public log. */
export function makeReceiptFile({ answer }: CheckAnswer, receipt: string, proof: LogProof | null): ReceiptFile {
  if (proof?.kind === 'included') return { receipt, answer, proof: proof.file }
  if (proof?.kind !== 'failed') return { receipt, answer }
  const { note: read, seenNote: seen } = proof
  return { receipt, answer, ...(read && { checkpoints: { read, ...(seen && { seen }) } }) }
}

/** Saves the file, which can be checked at `/certificate-check/receipt`. */
export function saveReceipt(file: ReceiptFile, { certificateNo }: { certificateNo: string }): void {
  const json = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' })
  saveFile(json, `${certificateNo}.receipt.json`)
}

const REASONS: Readonly<Record<Failed['why'], string>> = {
  absent: '公开日志中没有本页内容',
  discontinued: '公开日志与这台设备早先所见不相延续',
  foreign: '检查点的签名不是本中心的',
}
/** Number of characters reserved for the visitor's own words. */
const REPORT_SPARE = 200

/** Text for the report form: as many of these parts as fit, in order. */
export function writeReport({ receipt, checkedAtMs, certificateNo }: CheckAnswer, proof: Failed): string {
  const { why, index, roots, note, seenNote } = proof
  const parts = [
    `查询 ${certificateNo} 的页面未能通过公开日志核对：${REASONS[why]}。查询于 ${formatDateTime(checkedAtMs)}，第 ${index} 条。`,
    receipt && `凭证：${receipt}`,
    roots && `推得的根 ${roots.derived}，检查点的根 ${roots.checkpoint}`,
    seenNote && `早先的检查点：${seenNote}`,
    note && `检查点：${note}`,
  ]
  let text = ''
  for (const part of parts) {
    if (part && text.length + part.length < REPORT_MAX.text - REPORT_SPARE) text += `${part.trim()}\n`
  }
  return text
}
