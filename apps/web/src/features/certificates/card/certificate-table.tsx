import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'
import shared from '#ui/shared.module.css'
import { certificateGroups, type RowGroup } from './certificate-rows.ts'
import styles from './certificate-table.module.css'

export function CertificateTable({ certificate }: { certificate: Certificate }) {
  return certificateGroups(certificate).map((group) => <Group group={group} key={group.name} />)
}

function Group({ group: { title, titleEn, rows } }: { group: RowGroup }) {
  return (
    <>
      {title && (
        <h4 className={styles.title}>
          {title} <English>{titleEn}</English>
        </h4>
      )}
      <dl className={styles.rows}>
        {rows.map(({ name, label, labelEn, value, valueEn, isWide }) => (
          <div className={styles.row} key={name} data-wide={isWide || undefined} data-unnamed={!labelEn || undefined}>
            <dt className={styles.label}>
              {label} <English className={styles.english}>{labelEn}</English>
            </dt>
            <dd className={shared.tabular}>
              {value} <English className={styles.english}>{valueEn}</English>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** English text next to the Chinese; `certificate-card.module.css` hides it by default. */
export function English({ children, className }: { children: ReactNode; className?: string | undefined }) {
  if (!children) return null
  return (
    <span className={classNames(className)} lang="en" data-english="">
      {children}
    </span>
  )
}
