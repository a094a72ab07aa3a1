import { DESK_MAX, RETURN_REASON_MIN, type SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea } from '#manage/controls/forms/inputs.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { type StaffSelf, useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { Tick } from '../approve/tick.tsx'
import { type DeskCertificate, type PendingChange, STEP_NAMES } from '../desk-words.ts'
import { ConfirmApproval } from './confirm-approval.tsx'
import styles from './review-view.module.css'

interface DecisionPanelProps {
  certificate: DeskCertificate
  pendingChange: PendingChange
  /** Number of warnings that are not checked off yet. */
  unseen: number
}

/** The step that a submitted change waits for, and the duty that it needs. */
export const findStep = ({ pendingChange }: DeskCertificate): SignedStep =>
  pendingChange?.awaitsReview ? 'review' : 'approve'

/** Decides whether the reader may take the next step under the rule of different people, and otherwise gives the reason. */
export function findDecision(
  certificate: DeskCertificate,
  { id: selfId, signingName, duties }: Pick<StaffSelf, 'id' | 'signingName' | 'duties'>,
) {
  const { pendingChange, maySign, fourEyesOff } = certificate
  const step = findStep(certificate)
  const isOwn = pendingChange?.writers.some(({ id }) => id === selfId) ?? false
  const hasDuty = duties.includes(step) || duties.includes('owner')
  const refuse = (words: string) => ({ step, hasDuty, mayDecide: false, isOwn, words })
  if (isOwn && fourEyesOff === undefined) return refuse(`由您制作，须他人${STEP_NAMES[step]}`)
  const isReviewer = step === 'approve' && pendingChange?.reviewer?.id === selfId
  if (isReviewer && fourEyesOff === undefined) return refuse('由您审核，须他人批准')
  if (step === 'approve' && !maySign) return refuse('不在您的签字范围')
  if (signingName === null) return refuse('您还没有证书署名')
  return { step, hasDuty, mayDecide: hasDuty, isOwn, words: '' }
}

/** The decision of a reviewer or signatory; other readers see who decides. */
export function DecisionPanel({ certificate, pendingChange, unseen }: DecisionPanelProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  const self = useSelf()
  const { nickname, signingName } = self
  const [isNoticed, setIsNoticed] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const { certificateNo } = certificate
  const { step, hasDuty, mayDecide, isOwn, words } = findDecision(certificate, self)
  const isReview = step === 'review'
  const isEnd = pendingChange.kind === 'withdrawal'
  const isReady = mayDecide && unseen === 0

  const approve = () => {
    if (!isReady || isBusy) return
    void run(async () => {
      const body = { revision: pendingChange.revision, contentHash: pendingChange.contentHash ?? '' }
      const params = { certificateNo }
      const call = isReview
        ? api.call('POST /v1/manage/certificates/{certificateNo}/review', { params, body })
        : api.call('POST /v1/manage/certificates/{certificateNo}/approve', {
            params,
            body: { ...body, ...(isEnd && { isNoticed }) },
          })
      // Another text may be shown after a refusal, and it must be read first.
      await call.finally(() => {
        setIsAsking(false)
        return revalidate()
      })
      showToast('success', isReview ? '已通过审核' : isEnd ? '已撤销' : '已批准')
    })
  }
  const ask = () => setIsAsking(isReady)
  useKeys({ a: { words: STEP_NAMES[step], run: ask } }, mayDecide)
  return (
    <Panel title="决定" note={hasDuty ? (signingName ?? nickname) : undefined}>
      <div className={styles.decision}>
        <ul className={styles.eyes}>
          <li>
            <b>制作　{pendingChange.submittedBy ?? '–'}</b>
            <small>{pendingChange.changeTime.slice(5, 16)} 提交</small>
          </li>
          {(isReview || pendingChange.reviewer) && (
            <li aria-current={isReview && mayDecide ? 'step' : undefined}>
              <b>审核　{pendingChange.reviewer?.name ?? (mayDecide ? '由您' : '待定')}</b>
              <small>
                {pendingChange.reviewer ? `${pendingChange.reviewer.time.slice(5, 16)} 通过` : describeRole(isOwn)}
              </small>
            </li>
          )}
          <li aria-current={!isReview && mayDecide ? 'step' : undefined}>
            <b>批准　{!isReview && mayDecide ? '由您' : '待定'}</b>
            <small>{isReview ? '审核通过之后' : describeRole(isOwn)}</small>
          </li>
        </ul>
        {hasDuty ? (
          <>
            {isEnd && mayDecide && (
              <Tick isTicked={isNoticed} onTick={setIsNoticed}>
                在公开的撤销名单中列出编号与日期
              </Tick>
            )}
            <Button disabled={!isReady} onClick={ask}>
              {mayDecide ? (isReview ? '审核通过' : isEnd ? '批准撤销' : '批准并发布') : words}{' '}
              {mayDecide && <KeyCaps of="a" />}
            </Button>
            {isAsking && (
              <ConfirmApproval
                certificateNo={certificateNo}
                pendingChange={pendingChange}
                step={step}
                isBusy={isBusy}
                onConfirm={approve}
                onClose={() => setIsAsking(false)}
              />
            )}
            {mayDecide && unseen > 0 && <p className={styles.open}>还有 {unseen} 条警示未确认</p>}
            {mayDecide && <ReturnBox certificateNo={certificateNo} pendingChange={pendingChange} />}
          </>
        ) : (
          <p className={styles.open}>
            {isReview ? '等待审核人审核。' : '等待授权签字人批准。'}
            {isOwn && !pendingChange.isOpened && `${isReview ? '审核人' : '批准人'}打开之前可以撤回提交。`}
          </p>
        )}
      </div>
    </Panel>
  )
}

const describeRole = (isOwn: boolean) => (isOwn ? '您是制作人' : '不是制作人')

/** Reasons that were typed in this tab and not sent, by number and revision: keys can leave the page at once. */
const typedReasons = new Map<string, string>()

const COMMON_REASONS = ['读数待复测', '定名与备注不合', '照片不清', '缺检验依据'] as const

/** Returns a submitted change with its reason; a withdrawal is refused in the same way. */
function ReturnBox({ certificateNo, pendingChange }: { certificateNo: string; pendingChange: PendingChange }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  const key = `${certificateNo} ${pendingChange.revision}`
  const [reason, keepReason] = useState(typedReasons.get(key) ?? '')
  const [isOpen] = useState(reason !== '')
  const setReason = (text: string) => {
    typedReasons.set(key, text)
    keepReason(text)
  }
  const box = useRef<HTMLDetailsElement>(null)
  useKeys({
    r: {
      words: '退回',
      run: () => {
        if (box.current) box.current.open = true
        box.current?.querySelector('textarea')?.focus()
      },
    },
  })
  const send = () =>
    run(async () => {
      const call = { params: { certificateNo }, body: { revision: pendingChange.revision, reason } }
      await api.call('POST /v1/manage/certificates/{certificateNo}/return', call).finally(revalidate)
      typedReasons.delete(key)
      showToast('success', '已退回')
    })
  return (
    <details className={styles.return} ref={box} open={isOpen || undefined}>
      <summary>
        退回给{pendingChange.submittedBy ?? '制作人'} <KeyCaps of="r" />
      </summary>
      <div className={styles.returning}>
        {pendingChange.kind !== 'withdrawal' && (
          <div className={styles.chips}>
            {COMMON_REASONS.map((words) => (
              <Button
                key={words}
                variant="outline"
                onClick={() => setReason(reason === '' ? words : `${reason}；${words}`)}
              >
                {words}
              </Button>
            ))}
          </div>
        )}
        <Field label="退回原因" count={{ now: reason.length, max: DESK_MAX.returnReason }}>
          <TextArea
            value={reason}
            rows={3}
            maxLength={DESK_MAX.returnReason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <Button
          variant="outline"
          disabled={reason.trim().length < RETURN_REASON_MIN}
          isBusy={isBusy}
          busyLabel="退回中"
          onClick={() => void send()}
        >
          退回
        </Button>
      </div>
    </details>
  )
}
