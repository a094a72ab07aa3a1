import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import shared from '#ui/shared.module.css'
import { useTexts } from '../texts/texts.tsx'
import { groupRows, type RowGroup } from './certificate-rows.ts'
import styles from './certificate-table.module.css'

export function CertificateTable({ certificate }: { certificate: Certificate }) {
  return groupRows(certificate).map((group) => <Group group={group} key={group.name} />)
}

function Group({ group: { title, titleEn, rows } }: { group: RowGroup }) {
  const texts = useTexts('card')
  return (
    <>
      {title && <h4 className={styles.title}>{texts.heading(title, titleEn)}</h4>}
      <dl className={styles.rows}>
        {rows.map((row) => (
          <div
            className={styles.row}
            key={row.member}
            data-wide={row.isWide || undefined}
            data-unnamed={!row.labelEn || undefined}
          >
            <dt className={styles.label}>{texts.rowLabel(row, styles.english)}</dt>
            <dd className={shared.tabular}>{texts.rowValue(row, styles.english)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
