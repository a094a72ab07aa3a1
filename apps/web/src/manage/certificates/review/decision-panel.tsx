import { DESK_MAX, RETURN_REASON_MIN } from '@portal/contract/certificates/desk/desk-rules.ts'
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
import type { DeskCertificate, PendingChange } from '../desk-words.ts'
import { ConfirmApproval } from './confirm-approval.tsx'
import styles from './review-view.module.css'

interface DecisionPanelProps {
  certificate: DeskCertificate
  pendingChange: PendingChange
  /** Number of warnings that are not checked off yet. */
  unseen: number
}

/** Decides whether the reader may approve a submitted change under the rule of two people, and otherwise gives the reason. */
export function findDecision(
  { pendingChange, maySign, fourEyesOff }: DeskCertificate,
  { id: selfId, signingName }: Pick<StaffSelf, 'id' | 'signingName'>,
) {
  const isOwn = pendingChange?.writers.some(({ id }) => id === selfId) ?? false
  if (isOwn && fourEyesOff === undefined) return { mayDecide: false, isOwn, words: '由您制作，须他人批准' }
  if (maySign && signingName === null) return { mayDecide: false, isOwn, words: '您还没有证书署名' }
  return maySign ? { mayDecide: true, isOwn, words: '' } : { mayDecide: false, isOwn, words: '不在您的签字范围' }
}

/** The decision of a signatory; other readers see who decides. */
export function DecisionPanel({ certificate, pendingChange, unseen }: DecisionPanelProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  const self = useSelf()
  const { duties, nickname, signingName } = self
  const [isNoticed, setIsNoticed] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const { certificateNo } = certificate
  const mayApprove = duties.includes('approve') || duties.includes('owner')
  const { mayDecide, isOwn, words } = findDecision(certificate, self)
  const isEnd = pendingChange.kind === 'withdrawal'
  const isReady = mayApprove && mayDecide && unseen === 0

  const approve = () => {
    if (!isReady || isBusy) return
    void run(async () => {
      const body = {
        revision: pendingChange.revision,
        contentHash: pendingChange.contentHash ?? '',
        ...(isEnd && { isNoticed }),
      }
      const call = { params: { certificateNo }, body }
      // Another text may be shown after a refusal, and it must be read first.
      await api.call('POST /v1/manage/certificates/{certificateNo}/approve', call).finally(() => {
        setIsAsking(false)
        return revalidate()
      })
      showToast('success', isEnd ? '已撤销' : '已批准')
    })
  }
  const ask = () => setIsAsking(isReady)
  useKeys({ a: { words: '批准', run: ask } }, mayApprove && mayDecide)
  return (
    <Panel title="决定" note={mayApprove ? (signingName ?? nickname) : undefined}>
      <div className={styles.decision}>
        <ul className={styles.eyes}>
          <li>
            <b>制作　{pendingChange.submittedBy ?? '–'}</b>
            <small>{pendingChange.changeTime.slice(5, 16)} 提交</small>
          </li>
          <li aria-current={mayApprove && mayDecide ? 'step' : undefined}>
            <b>批准　{mayApprove && mayDecide ? '由您' : '待定'}</b>
            <small>{isOwn ? '您是制作人' : '不是制作人'}</small>
          </li>
        </ul>
        {mayApprove ? (
          <>
            {isEnd && mayDecide && (
              <Tick isTicked={isNoticed} onTick={setIsNoticed}>
                在公开的撤销名单中列出编号与日期
              </Tick>
            )}
            <Button disabled={!isReady} onClick={ask}>
              {mayDecide ? (isEnd ? '批准撤销' : '批准并发布') : words} {mayDecide && <KeyCaps of="a" />}
            </Button>
            {isAsking && (
              <ConfirmApproval
                certificateNo={certificateNo}
                pendingChange={pendingChange}
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
            等待授权签字人批准。{isOwn && !pendingChange.isOpened && '批准人打开之前可以撤回提交。'}
          </p>
        )}
      </div>
    </Panel>
  )
}

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
