import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { formatColumnTitle } from '@portal/contract/certificates/rules/certificate-columns.ts'
import type { DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import type { ReactNode } from 'react'
import type { Choices } from '#manage/controls/saving/compare-sides.ts'
import { ConflictTable } from '#manage/controls/saving/conflict-table.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import type { PendingChange } from '../desk-words.ts'
import styles from './draft-conflict.module.css'
import { type FlatSides, readMember } from './merge-typed.ts'

interface DraftConflictProps {
  sides: FlatSides
  stored: PendingChange
  onSave: (choices: Choices) => void
  onBack: () => void
  onDiscard: () => void
}

/** A save that was refused because a colleague has saved: both values of each member that both changed. */
export function DraftConflict({ sides, stored, ...actions }: DraftConflictProps) {
  const writer = useOtherWriter(stored)
  const getLabel = (name: string) => {
    const { kind, of } = readMember(name)
    if (kind === 'picture') return `影像 ${sides.files.indexOf(of) + 1}`
    if (kind === 'pictures') return '影像'
    if (kind === 'answer') return `对“${formatColumnTitle(of.split('|', 1)[0] ?? '')}”警示的答复`
    return formatColumnTitle(kind === 'category' ? kind : of)
  }
  return (
    <ConflictTable
      {...actions}
      base={sides.base}
      mine={sides.mine}
      theirs={sides.theirs}
      getLabel={getLabel}
      formatValue={(name, value) => formatMember(name, value as FlatSides['base'][string])}
      savedBy={`${writer} ${stored.changeTime.slice(5, 16)} 保存了这份证书`}
    />
  )
}

/** Names the writer who is not the reader; 他人 when there are several. */
function useOtherWriter({ writers }: PendingChange): string {
  const { id } = useSelf()
  const others = writers.filter((one) => one.id !== id)
  return others.length === 1 && others[0] ? others[0].nickname : '他人'
}

function formatMember(name: string, value: FlatSides['base'][string]): ReactNode {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') {
    return name === 'category' ? CERTIFICATE_CATEGORIES[value as CertificateCategory] : value
  }
  const pictures = Array.isArray(value) ? (value as readonly DeskPicture[]) : [value as DeskPicture]
  if (pictures.length === 0) return ''
  return (
    <span className={styles.pictures}>
      {pictures.map(({ file, caption, widthMm }) => (
        <span className={styles.picture} key={file}>
          <img className={styles.image} src={`/file/img/${file}`} alt="" />
          {caption || '无说明'}
          {widthMm && `，画面宽 ${widthMm} mm`}
        </span>
      ))}
    </span>
  )
}
