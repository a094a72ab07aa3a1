import type { DataFor } from '@portal/contract/calls.ts'
import { BATCH_BUSY } from '@portal/contract/certificates/desk/batch-rules.ts'
import { formatNumber } from '#lib/format.ts'

export type Batch = DataFor<'GET /v1/manage/certificates/imports/{id}'>
export type BatchRow = DataFor<'GET /v1/manage/certificates/imports/{id}/rows'>['rows'][number]

export const STEPS = ['选文件', '对应列', '检查', '入库'] as const

/** Index of the step that a batch is at, from 0. */
export function getStep(batch: Batch | null): number {
  if (!batch || batch.state === 'failed') return 0
  if (batch.state === 'asking') return 1
  return batch.state === 'waiting' || batch.state === 'checking' || batch.state === 'ready' ? 2 : 3
}

export const isBusy = ({ state }: Batch): boolean => (BATCH_BUSY as readonly string[]).includes(state)

const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
}

/** The line under the title: the file, and how it was read. */
export function describeBatch({ fileName, sheet, rows, encoding }: Batch): string {
  const read = encoding ? `${ENCODINGS[encoding] ?? encoding}，自动识别` : ''
  const where = sheet ? `工作表“${sheet}”，` : ''
  return [fileName, rows > 0 ? `${where}${formatNumber(rows)} 行` : where.replace('，', ''), read]
    .filter(Boolean)
    .join('　')
}

const WORKING: Partial<Record<Batch['state'], string>> = {
  waiting: '等待检查',
  checking: '正在检查',
  storing: '正在入库',
  listing: '已入库，正在列入清单',
}
export const describeWorking = ({ state }: Batch): string => WORKING[state] ?? '检查完毕'

/** Names of columns that are ignored because they are not assigned. */
export const listUnknownColumns = ({ columns }: Batch): string[] =>
  columns.flatMap(({ use, title }) => (use === 'unknown' ? [title] : []))

/** Number of certificates that would be stored. */
export const countChanges = ({ counts }: Batch): number => counts.added + counts.corrected
