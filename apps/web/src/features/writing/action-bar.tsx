import { openDialog } from '#lib/dialogs.ts'
import { formatDateTime, formatNumber } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import styles from './action-bar.module.css'
import type { Publishing } from './publishing.ts'
import type { EditorModel } from './use-editor.ts'
import type { useStoring } from './use-storing.ts'
import { countWords } from './writing.ts'

export interface ActionBarProps {
  editor: EditorModel
  storing: ReturnType<typeof useStoring>
  publishing: Publishing
  isReadOnly: boolean
  /**
   * Whether the author was not logged in when the editor was opened. A session that ends later does not hide the
   * buttons.
   */
  isVisitor: boolean
  onDelete: () => void
}

/** Sticky bar with word count, save state and actions. */
export function ActionBar({ editor, storing, publishing, isReadOnly, isVisitor, onDelete }: ActionBarProps) {
  const { busyWith, store, isUnreachable } = storing
  const { main, draft, note } = publishing
  return (
    <div className={styles.root}>
      <div className={styles.facts}>
        <span className={shared.soft}>{formatNumber(countWords(editor.writing.contentMd))} 字</span>
        <span>{isUnreachable ? '没有存到网站上，内容在这台设备上，请稍后再试' : saveStatus(editor)}</span>
        {note && <span className={shared.quiet}>{note}</span>}
      </div>
      <div className={styles.actions}>
        {editor.stored && (
          <Button variant="quiet" className={styles.delete} disabled={isReadOnly} onClick={onDelete}>
            删除
          </Button>
        )}
        {isVisitor ? (
          <>
            <span className={shared.quiet}>登录后可以存草稿和提交，写好的内容会带过去</span>
            <Button onClick={() => openDialog('login')}>登录</Button>
          </>
        ) : (
          <>
            {draft && (
              <Button
                variant="outline"
                title="Ctrl+S"
                disabled={isReadOnly}
                isBusy={busyWith === draft.state}
                busyLabel={draft.busyLabel}
                onClick={() => void store(draft.state)}
              >
                {draft.label}
              </Button>
            )}
            <Button
              disabled={isReadOnly}
              isBusy={busyWith === main.state}
              busyLabel={main.busyLabel}
              onClick={() => void store(main.state)}
            >
              {main.label}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function saveStatus({ draft, saveState, stored }: EditorModel): string {
  if (draft === null) return stored ? '与网站上的一致' : ''
  if (saveState.name === 'saved') return `已保存在这台设备 ${formatDateTime(saveState.savedAt).slice(-5)}`
  return saveState.name === 'failed' ? '没有保存' : '保存中'
}
