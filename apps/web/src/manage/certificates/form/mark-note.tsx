import { findMarkRefusal } from '@portal/contract/certificates/rules/marks.ts'
import { toWireDate } from '@portal/contract/time.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import type { DeskCertificate, PendingChange } from '../desk-words.ts'

/** Whether the certificate will carry the laboratory's marks, and why not. */
export function MarkNote({ marks, form }: { marks: DeskCertificate['marks']; form: PendingChange['form'] }) {
  if (marks.length === 0) return null
  const today = toWireDate(Date.now())
  const words = marks.map((mark) => {
    const refusal = findMarkRefusal(mark, form.category, form.fields, today)
    return `${mark.kind.toUpperCase()} ${mark.number}：${refusal === undefined ? '印在 A4 与 A5 上' : `不印，${refusal}`}`
  })
  return <Note title="资质标志">{words.join('；')}。按批准当天的资质范围决定。</Note>
}
