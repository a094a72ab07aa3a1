import type { SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { DeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import { compareForms, toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { type DeskCertificate, describeChange, type PendingChange, REASON_WORDS } from '../desk-words.ts'
import { ChangedPictures } from '../pictures/review/changed-pictures.tsx'
import { ChangesTable, describeCounts, ValuesTable } from './changes-table.tsx'
import styles from './review-view.module.css'
import { type useSeenWarnings, WarningsPanel } from './warnings-panel.tsx'

type Published = DeskCertificate['published']

interface ReviewViewProps {
  pendingChange: PendingChange
  published: Published
  /** The reader may approve it, and checks off warnings. */
  mayDecide: boolean
  step: SignedStep
  warnings: ReturnType<typeof useSeenWarnings>
}

/** The facts for a signatory: the differences from the published version, and the warnings with their answers. */
export function ReviewView({ pendingChange, published, mayDecide, step, warnings }: ReviewViewProps) {
  return (
    <>
      <Differences pendingChange={pendingChange} published={published} />
      {pendingChange.warnings.length > 0 && <WarningsPanel {...{ pendingChange, mayDecide, step, warnings }} />}
    </>
  )
}

/** Pictures are compared separately. */
const removePictures = (form: DeskForm): DeskForm => ({ ...form, pictures: [] })

function Differences({ pendingChange, published }: { pendingChange: PendingChange; published: Published }) {
  const warned = new Set(pendingChange.warnings.map(({ member }) => member ?? ''))
  const reason = pendingChange.reason && (
    <div className={styles.reason}>
      <Note title={REASON_WORDS[pendingChange.kind]}>{pendingChange.reason}</Note>
    </div>
  )
  if (pendingChange.kind === 'withdrawal') return <Panel title="申请撤销">{reason}</Panel>
  const form = removePictures(pendingChange.form)
  const pictures = (
    <div className={styles.pictures}>
      <ChangedPictures pictures={pendingChange.form.pictures} published={published} />
    </div>
  )
  if (!published) {
    const { same } = compareForms(form, form)
    return (
      <Panel title={describeChange(pendingChange)} note={`${pendingChange.submittedBy ?? ''} 提交`} isFlush>
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
        after={`第 ${pendingChange.version} 版，待批`}
        warned={warned}
        {...comparison}
      />
      {pictures}
    </Panel>
  )
}
