import { Eye } from '@lucide/icons'
import { type ReactNode, useState } from 'react'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { BottomBar } from '#manage/controls/saving/bottom-bar.tsx'
import { focusField } from '#manage/controls/saving/use-edit.ts'
import { Button } from '#ui/forms/button.tsx'
import type { ContentEditor } from './use-content-editor.ts'
import { getMemberNames } from './words.ts'

interface EditorBarProps {
  editor: ContentEditor
  /** Content that readers see until the save: 读者仍看到版本 12. */
  seen: string
  /** Label of the main button: 发布为版本 13. */
  saveLabel: string
  /** Warning in the confirmation of publishing. */
  warning?: string | undefined
  onPublish: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** The bar at the bottom edge: where the draft is stored, and the actions on it. */
export function EditorBar({ editor, seen, saveLabel, warning, onPublish, children }: EditorBarProps) {
  const { edit, saving, draft, isChanged, lock } = editor
  const [isDiscarding, setIsDiscarding] = useState(false)
  const keys = {
    'Mod+S': { words: '存为草稿，不发布', run: () => void editor.saveDraft() },
    'Mod+Shift+P': { words: '预览', run: () => void editor.preview() },
    'Mod+Enter': { words: '发布', run: editor.askToPublish },
  }
  useKeys(keys, !lock.isOther)
  if (lock.isOther) return null
  const names = getMemberNames(editor.pageKey)
  const [fault] = Object.keys(edit.faults) as (keyof typeof names)[]
  const isFaultShown = fault && (isChanged || edit.getFieldProps(fault).error)
  return (
    <BottomBar
      state={
        <>
          {draft.savedTime ? (
            <b>草稿已自动保存 {draft.savedTime.slice(11, 16)}</b>
          ) : (
            <b>{isChanged ? '草稿已存本机' : '没有未保存的改动'}</b>
          )}
          <span>{seen}</span>
        </>
      }
      firstFault={isFaultShown ? { label: names[fault], onGo: () => focusField(fault) } : undefined}
      trouble={saving.trouble?.message}
    >
      {isChanged && (
        <Button variant="quiet" onClick={() => setIsDiscarding(true)}>
          放弃草稿
        </Button>
      )}
      <Button variant="outline" icon={Eye} onClick={() => void editor.preview()}>
        预览 <KeyCaps of="Mod+Shift+P" />
      </Button>
      {children}
      <Button disabled={!editor.canPublish} isBusy={saving.isSaving} busyLabel="保存中" onClick={editor.askToPublish}>
        {saveLabel} <KeyCaps of="Mod+Enter" />
      </Button>
      {editor.isAsking && (
        <PublishDialog {...{ editor, seen, warning, onPublish }} label={saveLabel} onClose={editor.endAsking} />
      )}
      {isDiscarding && (
        <DangerDialog title="放弃草稿" verb="放弃" onConfirm={editor.discard} onClose={() => setIsDiscarding(false)}>
          <p>{edit.changed.length} 处改动将丢弃，不能找回。读者看到的内容不变。</p>
        </DangerDialog>
      )}
    </BottomBar>
  )
}

interface PublishDialogProps extends Pick<EditorBarProps, 'editor' | 'seen' | 'warning' | 'onPublish'> {
  label: string
  onClose: () => void
}

/** Confirms publishing, because the published text cannot be taken back by another press. */
function PublishDialog({ editor, label, seen, warning, onPublish, onClose }: PublishDialogProps) {
  const { changed } = editor.edit
  const names = getMemberNames(editor.pageKey)
  const publish = () => {
    onClose()
    onPublish()
  }
  return (
    <ManageDialog
      title={`${label}？`}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            继续编辑
          </Button>
          <Button onClick={publish}>{label}</Button>
        </>
      }
    >
      {warning && <Note tone="warning">{warning}</Note>}
      <p>
        {seen}，发布后立即看到现在的内容。
        {changed.length > 0 && `改动：${changed.map((name) => names[name]).join('、')}。`}
      </p>
    </ManageDialog>
  )
}
