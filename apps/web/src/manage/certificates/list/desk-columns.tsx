import { Check, TriangleAlert } from '@lucide/icons'
import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import { formatMemberNumber } from '@portal/contract/certificates/printed-values.ts'
import type { TableColumn } from '#manage/controls/lists/data-table.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { type DeskRow, describeState } from '../desk-words.ts'
import styles from './desk-list.module.css'

const DESK_COLUMNS: readonly TableColumn<DeskRow>[] = [
  {
    key: 'conclusion',
    head: '检验结论',
    kind: 'main',
    isWide: true,
    renderCell: ({ conclusion, changeState }) => conclusion ?? (changeState ? '（未填结论）' : '–'),
  },
  {
    key: 'no',
    head: '证书编号',
    renderCell: ({ certificateNo }) => <span className={styles.figures}>{certificateNo}</span>,
  },
  { key: 'category', head: '类别', renderCell: ({ category }) => (category ? CERTIFICATE_CATEGORIES[category] : '–') },
  {
    key: 'mass',
    head: '总质量',
    kind: 'number',
    onPhone: 'hidden',
    renderCell: ({ totalMassG }) =>
      totalMassG === null ? '–' : `${formatMemberNumber({ totalMassG }, 'totalMassG')} g`,
  },
  {
    key: 'state',
    head: '状态',
    renderCell: (row) => <StatusMark shape={describeState(row).shape}>{describeState(row).word}</StatusMark>,
  },
  { key: 'warnings', head: '警示', renderCell: (row) => <Warnings {...row} /> },
  { key: 'prepared', head: '制作', renderCell: ({ preparedBy }) => preparedBy ?? '–' },
  { key: 'reviewed', head: '审核', onPhone: 'hidden', renderCell: ({ reviewedBy }) => reviewedBy ?? '–' },
  { key: 'approved', head: '批准', onPhone: 'hidden', renderCell: ({ approvedBy }) => approvedBy ?? '–' },
  { key: 'version', head: '版本', kind: 'number', onPhone: 'hidden', renderCell: ({ version }) => version },
  {
    key: 'changed',
    head: '更新',
    renderCell: ({ changeTime }) => <span className={styles.figures}>{changeTime.slice(5, 16)}</span>,
  },
]

/** Columns of a page; 审核 is left out when nobody has reviewed, or has to review, one of its certificates. */
export function listColumns(rows: readonly DeskRow[]): readonly TableColumn<DeskRow>[] {
  const hasReviews = rows.some(({ reviewedBy, awaitsReview }) => reviewedBy !== null || awaitsReview)
  return hasReviews ? DESK_COLUMNS : DESK_COLUMNS.filter(({ key }) => key !== 'reviewed')
}

/** A triangle with the number of unanswered warnings; a grey tick once all have answers. */
function Warnings({ warnings, unanswered }: Pick<DeskRow, 'warnings' | 'unanswered'>) {
  if (warnings === 0) return '–'
  const isOpen = unanswered > 0
  return (
    <span className={styles.warnings} data-open={isOpen || undefined}>
      <Icon of={isOpen ? TriangleAlert : Check} sizePx={16} />
      {isOpen ? unanswered : warnings}
      <VisuallyHidden>{isOpen ? ' 处待答' : ' 处已答'}</VisuallyHidden>
    </span>
  )
}
