import type { SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useSingleKeys } from '#manage/controls/keys/single-keys.ts'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { STEP_NAMES } from '../desk-words.ts'
import styles from './approve-dialog.module.css'
import { ApproveRow } from './approve-row.tsx'
import { compareSiblings } from './sibling-values.ts'
import { isDone, useApproval } from './use-approval.ts'

interface ApproveDialogProps {
  step: SignedStep
  numbers: readonly string[]
  /** @param hasChanged whether some were approved, or had changed in between */
  onClose: (hasChanged: boolean) => void
}

const DIALOG_WORDS = {
  review: {
    done: '已通过审核',
    queue: '待审核',
    effect: '通过后由授权签字人批准，您的署名印在证书上。',
  },
  approve: {
    done: '已批准',
    queue: '待批',
    effect: '批准后即对持码人可见，不能撤回，只能更正、换发或撤销。',
  },
} as const

/** Reviews or approves several submitted certificates, each shown with its warnings, answers and differences. */
export function ApproveDialog({ step, numbers, onClose }: ApproveDialogProps) {
  const words = DIALOG_WORDS[step]
  const approval = useApproval(step, numbers, onClose)
  const { rows, notSubmitted, chosen, results, isBusy, state, readCount, total } = approval
  const compared = useMemo(() => compareSiblings(rows), [rows])
  const left = numbers.length - chosen.length
  const done = results?.filter(({ outcome }) => isDone(outcome)).length ?? 0
  const close = () => onClose(results !== null)
  const root = useRef<HTMLDivElement>(null)
  const { isOn } = useSingleKeys()
  useDialogKeys(root, (event) => {
    if (results) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void approval.approve()
    else if (root.current && isOn) moveByKey(event, root.current, approval.noteRead)
  })
  return (
    <ManageDialog
      size="large"
      title={results ? `${words.done} ${done} 份` : `${STEP_NAMES[step]}所选 ${numbers.length} 份`}
      onClose={close}
      actions={
        results || (state === 'failed' && rows.length === 0) ? (
          <Button onClick={close}>关闭</Button>
        ) : (
          <>
            <span className={styles.left} role="status">
              已阅 {readCount} / {total}
              {left > 0 && `，其余 ${left} 份留在${words.queue}`}
            </span>
            <Button variant="outline" onClick={close}>
              取消
            </Button>
            <Button
              disabled={chosen.length === 0}
              isBusy={isBusy}
              busyLabel={`${STEP_NAMES[step]}中`}
              onClick={() => void approval.approve()}
            >
              {STEP_NAMES[step]}已阅的 {chosen.length} 份 <KeyCaps of="Mod+Enter" />
            </Button>
          </>
        )
      }
    >
      <div ref={root} className={styles.root}>
        {results ? (
          done < results.length && (
            <Note tone="warning" isLive>
              未{STEP_NAMES[step]}的留在{words.queue}，原因见各份。
            </Note>
          )
        ) : (
          <p>
            看过的才能{STEP_NAMES[step]}：滚动查看
            {isOn && (
              <span className={styles.keys}>
                ，或按 <KeyCaps of="j" /> <KeyCaps of="k" /> 逐份移动
              </span>
            )}
            。与多数不同的数值已标出，带警示的请逐份确认。{words.effect}
          </p>
        )}
        <ul className={styles.list}>
          {rows.map((row) => (
            <ApproveRow
              key={row.certificateNo}
              step={step}
              row={row}
              values={compared.get(row.certificateNo) ?? []}
              marks={approval.getMarks(row.certificateNo)}
              result={results?.find(({ certificateNo }) => certificateNo === row.certificateNo)}
              isDone={results !== null}
              alikeCount={approval.countAlike(row)}
              onMark={approval.mark}
              onAgreeToAlike={approval.agreeToAlike}
              onRead={approval.noteRead}
            />
          ))}
          {notSubmitted.map((certificateNo) => (
            <li key={certificateNo} className={styles.row} data-off>
              <span className={styles.figures}>{certificateNo}</span>
              <span>不在{words.queue}，未列入</span>
            </li>
          ))}
        </ul>
        {state === 'loading' && <LoadingRows count={Math.min(numbers.length, 5)} />}
        {state === 'failed' && (
          <Note
            tone="error"
            isLive
            action={
              <Button variant="outline" onClick={approval.reload}>
                重试
              </Button>
            }
          >
            没有取到这些证书。
          </Note>
        )}
      </div>
    </ManageDialog>
  )
}

/** Calls the handler for keys while no other dialog is above the one of this element. The focus may be on any of its buttons. */
function useDialogKeys(inside: RefObject<HTMLElement | null>, handler: (event: KeyboardEvent) => void): void {
  const current = useRef(handler)
  useEffect(() => {
    current.current = handler
  })
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const { activeElement } = document
      const dialog = inside.current?.closest('dialog')
      if (activeElement === document.body || dialog?.contains(activeElement)) current.current(event)
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [inside])
}

/** Moves to the next or the previous certificate, which then counts as read. */
function moveByKey(event: KeyboardEvent, list: HTMLElement, onRead: (certificateNo: string) => void): void {
  const step = { j: 1, k: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const rows = [...list.querySelectorAll<HTMLElement>('[data-number]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'start' })
  onRead(next.dataset.number ?? '')
}
