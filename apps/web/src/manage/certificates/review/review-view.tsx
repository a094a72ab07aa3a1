import type { DeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import { compareForms, toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { type DeskCertificate, KIND_WORDS, type PendingChange } from '../desk-words.ts'
import { ChangedPictures } from '../pictures/review/changed-pictures.tsx'
import { ChangesTable, describeCounts, ValuesTable } from './changes-table.tsx'
import styles from './review-view.module.css'
import { type useSeenWarnings, WarningsPanel } from './warnings-panel.tsx'

type Published = DeskCertificate['published']

interface ReviewViewProps {
  work: PendingChange
  published: Published
  /** The reader may approve it, and checks off warnings. */
  mayDecide: boolean
  warnings: ReturnType<typeof useSeenWarnings>
}

/** The facts for a signatory: the differences from the published version, and the warnings with their answers. */
export function ReviewView({ work, published, mayDecide, warnings }: ReviewViewProps) {
  return (
    <>
      <Differences work={work} published={published} />
      {work.warnings.length > 0 && <WarningsPanel work={work} mayDecide={mayDecide} warnings={warnings} />}
    </>
  )
}

/** Pictures are compared separately. */
const removePictures = (form: DeskForm): DeskForm => ({ ...form, pictures: [] })

function Differences({ work, published }: { work: PendingChange; published: Published }) {
  const warned = new Set(work.warnings.map(({ member }) => member ?? ''))
  const reason = work.reason && (
    <div className={styles.reason}>
      <Note title={work.kind === 'withdrawal' ? '撤销原因' : '更正原因'}>{work.reason}</Note>
    </div>
  )
  if (work.kind === 'withdrawal') return <Panel title="申请撤销">{reason}</Panel>
  const form = removePictures(work.form)
  const pictures = (
    <div className={styles.pictures}>
      <ChangedPictures pictures={work.form.pictures} published={published} />
    </div>
  )
  if (!published) {
    const { same } = compareForms(form, form)
    return (
      <Panel title={`${KIND_WORDS[work.kind]}，第 ${work.version} 版`} note={`${work.submittedBy ?? ''} 提交`} isFlush>
        {reason}
        <ValuesTable values={same} warned={warned} />
        {pictures}
      </Panel>
    )
  }
  const comparison = compareForms(removePictures(toDeskForm(published)), form)
  return (
    <Panel title={`与第 ${published.version} 版的差异`} note={describeCounts(comparison)} isFlush>
      {reason}
      <ChangesTable
        before={`第 ${published.version} 版，${published.issuedOn} 发布`}
        after={`第 ${work.version} 版，待批`}
        warned={warned}
        {...comparison}
      />
      {pictures}
    </Panel>
  )
}
