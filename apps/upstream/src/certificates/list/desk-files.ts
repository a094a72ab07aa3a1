import { Readable } from 'node:stream'
import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import type { ChangeState, ShownState } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { ListedCertificate } from '#certificates/desk/desk-list.ts'
import { CSV_START, toCsvLine } from '#platform/text/csv.ts'
import { createXlsxStream } from '#platform/text/xlsx.ts'

const SHOWN: Record<ShownState, string> = {
  none: '未发布',
  examination: '检验中',
  published: '已发布',
  withdrawn: '已撤销',
  reissued: '已换发',
  discarded: '已放弃',
}
const CHANGE: Record<ChangeState, string> = { draft: '草稿', returned: '退回', submitted: '待批' }

/** Columns with their width in a sheet. No list contains the check code. */
const COLUMNS = [
  { heading: '证书编号', width: 19 },
  { heading: '检验结论', width: 28 },
  { heading: '类别', width: 12 },
  { heading: '总质量（g）', width: 12 },
  { heading: '对外状态', width: 10 },
  { heading: '办理状态', width: 10 },
  { heading: '版本', width: 6 },
  { heading: '警示', width: 6 },
  { heading: '待答警示', width: 10 },
  { heading: '制作', width: 12 },
  { heading: '审核', width: 12 },
  { heading: '批准', width: 12 },
  { heading: '签发或更新日', width: 14 },
  { heading: '更新时间', width: 20 },
]

const describeChange = ({ changeState, awaitsReview }: ListedCertificate) =>
  awaitsReview ? '待审核' : changeState && CHANGE[changeState]

function toTableCells(row: ListedCertificate): (string | number | null)[] {
  return [
    ...[row.certificateNo, row.conclusion, row.category && CERTIFICATE_CATEGORIES[row.category], row.totalMassG],
    ...[SHOWN[row.shownState], describeChange(row), row.version, row.warnings, row.unanswered],
    ...[row.preparedBy, row.reviewedBy, row.approvedBy, row.day, row.changeTime],
  ]
}

type Chunks = AsyncIterable<ListedCertificate[]>

/** Makes a CSV file in UTF-8 with a byte order mark. */
export function toDeskCsv(chunks: Chunks): Readable {
  return Readable.from(
    (async function* () {
      yield CSV_START + toCsvLine(COLUMNS.map(({ heading }) => heading))
      for await (const rows of chunks) yield rows.map((row) => toCsvLine(toTableCells(row))).join('')
    })(),
    { objectMode: false },
  )
}

export function toDeskXlsx(chunks: Chunks): Readable {
  return createXlsxStream(
    '证书',
    COLUMNS,
    (async function* () {
      for await (const rows of chunks) yield* rows.map(toTableCells)
    })(),
  )
}
