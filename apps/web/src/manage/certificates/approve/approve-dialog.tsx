import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './approve-dialog.module.css'
import { ApproveRow } from './approve-row.tsx'
import { useApproval } from './use-approval.ts'

interface ApproveDialogProps {
  numbers: readonly string[]
  /** @param hasChanged whether some were approved, or had changed in between */
  onClose: (hasChanged: boolean) => void
}

/** Approves several submitted certificates, each shown with its warnings, answers and differences. */
export function ApproveDialog({ numbers, onClose }: ApproveDialogProps) {
  const approval = useApproval(numbers, onClose)
  const { rows, notSubmitted, chosen, results, isBusy, state } = approval
  const left = numbers.length - chosen.length
  const published = results?.filter(({ outcome }) => outcome === 'published').length ?? 0
  const close = () => onClose(results !== null)
  return (
    <ManageDialog
      size="large"
      title={results ? `已批准 ${published} 份` : `批准所选 ${numbers.length} 份`}
      onClose={close}
      actions={
        results || state === 'failed' ? (
          <Button onClick={close}>关闭</Button>
        ) : (
          <>
            <span className={styles.left} role="status">
              {left > 0 && `其余 ${left} 份留在待批`}
            </span>
            <Button variant="outline" onClick={close}>
              取消
            </Button>
            <Button
              disabled={chosen.length === 0}
              isBusy={isBusy}
              busyLabel="批准中"
              onClick={() => void approval.approve()}
            >
              批准 {chosen.length} 份 <KeyCaps of="Mod+Enter" />
            </Button>
          </>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key of the dialog's button, from any field in it */}
      <div
        className={styles.root}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !results) void approval.approve()
        }}
      >
        {results ? (
          published < results.length && (
            <Note tone="warning" isLive>
              未批准的留在待批，原因见各份。
            </Note>
          )
        ) : (
          <p>批准后即对持码人可见，不能撤回，只能更正、换发或撤销。带警示的请逐份确认。</p>
        )}
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
        <ul className={styles.list}>
          {rows.map((row) => (
            <ApproveRow
              key={row.certificateNo}
              row={row}
              marks={approval.getMarks(row.certificateNo)}
              result={results?.find(({ certificateNo }) => certificateNo === row.certificateNo)}
              isDone={results !== null}
              onMark={(marks) => approval.mark(row.certificateNo, marks)}
            />
          ))}
          {notSubmitted.map((certificateNo) => (
            <li key={certificateNo} className={styles.row} data-off>
              <span className={styles.figures}>{certificateNo}</span>
              <span>不在待批，未列入</span>
            </li>
          ))}
        </ul>
      </div>
    </ManageDialog>
  )
}
