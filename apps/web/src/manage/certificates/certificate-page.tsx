import { History } from '@lucide/icons'
import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import { getStepWord } from '@portal/contract/certificates/desk/step-words.ts'
import { toPrintedRows } from '@portal/contract/certificates/printed-rows.ts'
import { toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import { useEffect, useState } from 'react'
import { Link, useLoaderData } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import { keepCodes } from '#manage/controls/values/keep-codes.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Timeline } from '#manage/controls/values/timeline.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { AlteredNote } from './altered-note.tsx'
import { DeskActions } from './desk-actions.tsx'
import { type DeskCertificate, describeState } from './desk-words.ts'
import { DraftForm } from './draft-form.tsx'
import { ChangedPictures } from './pictures/review/changed-pictures.tsx'
import { buildPrintAddress } from './print/print-list.ts'
import { RawRecordsPanel } from './raw-records/raw-records-panel.tsx'
import { RecoveredNote } from './recovered/recovered-note.tsx'
import { AfterApproval } from './review/after-approval.tsx'
import { DecisionPanel, findDecision, findStep } from './review/decision-panel.tsx'
import { QueueCrumb, QueueSteps, useQueue } from './review/review-queue.tsx'
import { ReviewView } from './review/review-view.tsx'
import { useSeenWarnings } from './review/warnings-panel.tsx'
import { UnsignedNote } from './unsigned-note.tsx'
import { WithdrawalNotes } from './withdraw/withdrawal-notes.tsx'

export const loader = defineLoader(({ api, params }) =>
  api.call('GET /v1/manage/certificates/{certificateNo}', { params: { certificateNo: params.certificateNo ?? '' } }),
)

/** A certificate at the desk: its form while it is prepared, the review while it waits, and its history. */
export function Component() {
  const certificate = useLoaderData<typeof loader>()
  return <CertificatePage key={certificate.certificateNo} certificate={certificate} />
}

function CertificatePage({ certificate }: { certificate: DeskCertificate }) {
  const { certificateNo, pendingChange, shownState, published, newerNo } = certificate
  const self = useSelf()
  const { duties } = self
  const mayPrepare = duties.includes('certify') || duties.includes('owner')
  const state = describeState({
    shownState,
    changeState: pendingChange?.state ?? null,
    isUnconfirmed: certificate.unconfirmed !== undefined,
    isRecovered: certificate.recovered !== undefined,
    awaitsReview: pendingChange?.awaitsReview ?? false,
  })
  const isForm = pendingChange !== null && pendingChange.state !== 'submitted' && mayPrepare
  const isSubmitted = pendingChange?.state === 'submitted'
  const warnings = useSeenWarnings()
  const unseen = pendingChange?.warnings.filter(({ key }) => !warnings.seen.has(key)).length ?? 0
  const [step] = useState(findStep(certificate))
  const decision = findDecision(certificate, self)
  const mayDecide = isSubmitted && decision.mayDecide
  const { queue, isDecided } = useQueue(certificate)
  const isReview = queue !== undefined && (decision.hasDuty || isDecided) && !isForm
  useOpened(certificate, mayDecide && !decision.isOwn)
  const rawRecords = <RawRecordsPanel {...{ certificateNo, pendingChange, mayPrepare }} />
  return (
    <>
      <PageHead
        title={certificateNo}
        crumb={isReview && !isDecided ? <QueueCrumb queue={queue} step={step} /> : <Link to="/certificates">证书</Link>}
        marks={
          <>
            {certificate.isAltered && <StatusMark shape="stop">未能通过核对</StatusMark>}
            <StatusMark shape={state.shape}>{state.word}</StatusMark>
          </>
        }
        // The form shows its own conclusion as typed.
        summary={isForm ? undefined : getSummary(certificate)}
        actions={
          <>
            <ButtonLink variant="quiet" icon={History} to={`/certificates/${certificateNo}/history`}>
              历次版本
            </ButtonLink>
            <DeskActions certificate={certificate} />
            {isReview && <QueueSteps queue={queue} step={step} />}
          </>
        }
      />
      {certificate.isAltered && certificate.recovered?.isWhole !== false && <AlteredNote />}
      <RecoveredNote certificate={certificate} />
      <UnsignedNote />
      <WithdrawalNotes certificate={certificate} />
      {newerNo && (
        <Note>
          这份证书已由 <Link to={`/certificates/${newerNo}`}>{newerNo}</Link> 代替。
        </Note>
      )}
      {isForm ? (
        <DraftForm
          key={`${certificateNo} ${pendingChange.revision}`}
          certificateNo={certificateNo}
          pendingChange={pendingChange}
          rules={certificate.rules}
          marks={certificate.marks}
        >
          {rawRecords}
          <PublishedText certificate={certificate} />
          <CertificatePast certificate={certificate} />
        </DraftForm>
      ) : (
        <Columns>
          <Column span={8}>
            {pendingChange && (
              <ReviewView
                pendingChange={pendingChange}
                published={published}
                mayDecide={mayDecide}
                step={decision.step}
                warnings={warnings}
              />
            )}
            {(!isSubmitted || pendingChange.kind === 'withdrawal') && <PublishedText certificate={certificate} />}
            {rawRecords}
          </Column>
          <Column span={4}>
            {isSubmitted && (
              <>
                <DecisionPanel certificate={certificate} pendingChange={pendingChange} unseen={unseen} />
                <AfterApproval
                  pendingChange={pendingChange}
                  marks={certificate.marks}
                  isFourEyes={certificate.fourEyesOff === undefined}
                />
              </>
            )}
            <CertificatePast certificate={certificate} />
          </Column>
        </Columns>
      )}
    </>
  )
}

function PublishedText({ certificate }: { certificate: DeskCertificate }) {
  const { certificateNo, published, version, shownState, isAltered, prints = 0 } = certificate
  if (!published) return null
  const printed = prints === 0 ? '未印过' : `已印 ${prints} 次`
  const print = shownState === 'published' && !isAltered && <Link to={buildPrintAddress([certificateNo])}>打印</Link>
  return (
    <Panel title="已发布的内容" note={`第 ${version} 版，${printed}`} actions={print}>
      <Facts of={listFacts(published)} />
      <ChangedPictures pictures={toDeskForm(published).pictures} published={null} />
    </Panel>
  )
}

/** The writers of the pending version, and the events of the number. */
function CertificatePast({ certificate: { pendingChange, events } }: { certificate: DeskCertificate }) {
  return (
    <>
      {pendingChange && pendingChange.writers.length > 0 && (
        <Panel title="制作人">
          <p>{pendingChange.writers.map(({ nickname }) => nickname).join('、')}</p>
        </Panel>
      )}
      {events.length > 0 && (
        <Panel title="经过">
          <Timeline
            entries={events.map((event) => ({
              key: event.id,
              text: `${getStepWord(event.step)}（第 ${event.version} 版）${event.reason ? `：${event.reason}` : ''}`,
              note: `${event.byName ?? '运维命令'}，${event.time.slice(0, 16)}`,
            }))}
          />
        </Panel>
      )}
    </>
  )
}

/** Marks the submitted change as opened: its submitter cannot recall it any more. */
function useOpened({ certificateNo, pendingChange }: DeskCertificate, mayDecide: boolean): void {
  const api = useApi()
  const opens = pendingChange?.state === 'submitted' && !pendingChange.isOpened && mayDecide
  useEffect(() => {
    if (!opens) return
    const call = { params: { certificateNo }, quiet: true } as const
    api.call('POST /v1/manage/certificates/{certificateNo}/open', call).catch(() => {})
  }, [api, certificateNo, opens])
}

function getSummary({ pendingChange, published }: DeskCertificate): string {
  const category = pendingChange?.form.category ?? published?.category
  const name = pendingChange?.form.fields.conclusion ?? published?.conclusion ?? '（未填结论）'
  return `${category ? CERTIFICATE_CATEGORIES[category] : '–'}　${name}`
}

/** Members that are shown elsewhere on the page. */
const NOT_FACTS: readonly string[] = ['certificateNo', 'version', 'category']

const listFacts = (published: NonNullable<DeskCertificate['published']>): [string, string][] =>
  toPrintedRows(published)
    .filter(({ member }) => !NOT_FACTS.includes(member))
    .map(({ label, value }) => [label, keepCodes(value)])
