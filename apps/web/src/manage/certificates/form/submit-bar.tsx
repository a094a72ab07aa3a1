import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { BottomBar } from '#manage/controls/saving/bottom-bar.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './form.module.css'

interface SubmitBarProps {
  faults: number
  warnings: number
  /** Number of warnings without an answer. */
  open: number
  /** Reason why pictures prevent the submission; empty: they do not. */
  pending: string
  /** Shows the members that wait for a choice; `undefined` when there are none. */
  onChoose: (() => void) | undefined
  /** The text is no draft any more. */
  hasEnded: boolean
  onNextFault: () => void
  onNew: () => void
  onSubmit: () => void
}

/** The obstacles to the submission, and the buttons for the next steps. */
export function SubmitBar({
  faults,
  warnings,
  open,
  pending,
  onChoose,
  hasEnded,
  onNextFault,
  onNew,
  onSubmit,
}: SubmitBarProps) {
  const isBlocked = pending !== '' || onChoose !== undefined || hasEnded
  return (
    <BottomBar
      className={styles.bar}
      state={
        <>
          {onChoose && <b>他人刚刚改过这份证书，选定之后才能保存</b>}
          {faults > 0 && <b>{faults} 处错误，须先改正</b>}
          {open > 0 && <b>{open} 条警示尚未答复，提交前须答复</b>}
          {open === 0 && warnings > 0 && <b>{warnings} 条警示，已答复</b>}
          {pending !== '' && <b>{pending}</b>}
        </>
      }
      note={<span className={styles.autosave}>每次停笔自动保存</span>}
    >
      {faults + open > 0 && (
        <Button variant="quiet" onClick={onNextFault}>
          下一处 <KeyCaps of="F8" />
        </Button>
      )}
      {onChoose && (
        <Button variant="outline" onClick={onChoose}>
          逐项选定
        </Button>
      )}
      {hasEnded && (
        <Button variant="outline" onClick={() => window.location.reload()}>
          载入最新内容
        </Button>
      )}
      <Button variant="outline" disabled={isBlocked} onClick={onNew}>
        保存并新建下一份 <KeyCaps of="Mod+ArrowDown" />
      </Button>
      <Button disabled={faults + open > 0 || isBlocked} onClick={onSubmit}>
        提交审批 <KeyCaps of="Mod+Enter" />
      </Button>
    </BottomBar>
  )
}
