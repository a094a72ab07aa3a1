import { type LabelGrid, type PrintKind, SHORT_LOOKUP_PATH } from '@portal/contract/manage/certificates/print-rules.ts'
import { CardPreview } from './card-preview.tsx'
import { LabelPreview } from './label-preview.tsx'
import { PagePreview } from './page-preview.tsx'
import type { PrintedText } from './preview-rows.ts'
import styles from './print.module.css'

interface SheetPreviewProps {
  kind: PrintKind
  withBleed: boolean
  withCode: boolean
  grid: LabelGrid
  startCell: number
  count: number
  siteName: string
  /** Of the first certificate. */
  text: PrintedText
}

/** The chosen sheet with its measures in millimetres. Text that the sheet sets smaller is cut here. */
export function SheetPreview({ kind, text, siteName, ...props }: SheetPreviewProps) {
  const { certificateNo, version } = text.certificate
  const { host, origin } = window.location
  const address = `${origin}${SHORT_LOOKUP_PATH}/${certificateNo}?v=${version}`
  const facts = { text, host, address, siteName: siteName || host }
  return (
    <section className={styles.preview} aria-label="预览">
      {kind === 'card' && <CardPreview facts={facts} withBleed={props.withBleed} withCode={props.withCode} />}
      {(kind === 'a4' || kind === 'a5') && <PagePreview kind={kind} facts={facts} withCode={props.withCode} />}
      {kind === 'label' && (
        <LabelPreview facts={facts} grid={props.grid} startCell={props.startCell} count={props.count} />
      )}
    </section>
  )
}
