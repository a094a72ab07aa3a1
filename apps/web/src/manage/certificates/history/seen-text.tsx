import { formatColumnTitle } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { compareForms, toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import { Facts } from '#manage/controls/values/facts.tsx'
import { Tag } from '#manage/controls/values/tag.tsx'
import { ScaledPicture } from '../pictures/scaled-picture.tsx'
import styles from './history.module.css'
import type { History } from './shown-times.ts'

type Version = History['versions'][number]

/** Members that the approval sets, shown below the measured values. */
const SIGNED = ['issuedOn', 'inspector', 'reviewer', 'approver', 'amendment', 'accreditation'] as const

/** A version as holders saw it; values that the next version changed are struck through. */
export function SeenText({ version, next }: { version: Version; next: Version | undefined }) {
  const { text } = version
  const form = toDeskForm(text)
  const changes = next ? compareForms(form, toDeskForm(next.text)).changes : []
  const { same } = compareForms({ ...form, pictures: [] }, { ...form, pictures: [] })
  const renderValue = (member: string, value: string) => {
    const change = changes.find((one) => one.member === member)
    if (!change || !next) return value
    return (
      <>
        <del className={styles.gone}>{value}</del>{' '}
        <Tag>
          第 {next.version} 版{change.after === '' ? '删去' : `改为 ${change.after}`}
        </Tag>
      </>
    )
  }
  return (
    <div className={styles.seen} data-pictured={form.pictures.length > 0 || undefined}>
      {form.pictures.length > 0 && (
        <ul className={styles.pictures}>
          {form.pictures.map(({ file, caption, widthMm }) => (
            <li key={file}>
              <ScaledPicture src={`/file/img/${file}`} alt={caption || '样品影像'} widthMm={Number(widthMm) || 0} />
              <span>{caption || '样品影像'}</span>
            </li>
          ))}
        </ul>
      )}
      <Facts
        of={[
          ...same.map(({ member, value }) => [formatColumnTitle(member), renderValue(member, value)] as const),
          ...SIGNED.map((member) => [formatColumnTitle(member), text[member] ?? null] as const),
        ]}
      />
    </div>
  )
}
