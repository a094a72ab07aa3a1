import { Lock } from '@lucide/icons'
import { findPlaceholders } from '@portal/contract/articles/page-templates.ts'
import { findPrivacyGaps } from '@portal/contract/articles/templates/privacy-page.ts'
import { useState } from 'react'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { Button } from '#ui/forms/button.tsx'
import type { OpenedContent } from './load-content.ts'
import type { ContentEditor } from './use-content-editor.ts'
import { findTextFault } from './words.ts'

/** Pages that show other content when they have no text. */
const READERS_SEE: Readonly<Record<string, string>> = { 'contact-us': '读者打开这一页只看到联系方式与留言表单' }

interface EditorNotesProps {
  editor: ContentEditor
  opened: OpenedContent
  /** The laboratory does not want the page, so nothing asks to complete it. */
  isUnwanted?: boolean
}

/** Strips above the text: the person who edits, drafts of others, a scheduled time. */
export function EditorNotes({ editor, opened, isUnwanted = false }: EditorNotesProps) {
  const { lock, isOther, isLost, refresh } = editor.lock
  const { drafts, schedule, isTemplate, form } = opened.article
  const { pageKey } = editor
  const [isTaking, setIsTaking] = useState(false)
  const { contentMd } = editor.edit.values
  const isFilled = !pageKey || findPlaceholders(pageKey, contentMd).length === 0
  const gaps = pageKey === 'privacy' ? findPrivacyGaps(contentMd) : []
  const isBroken = editor.draft.isOnlyHere && editor.isChanged
  return (
    <>
      {isOther && lock && (
        <Note
          icon={Lock}
          tone={isLost ? 'warning' : 'info'}
          title={isLost ? `${lock.holderName}接手了编辑` : `${lock.holderName}正在编辑`}
          isLive
          action={
            <Button
              variant="outline"
              onClick={() => {
                void refresh()
                setIsTaking(true)
              }}
            >
              接手编辑
            </Button>
          }
        >
          {isLost
            ? describeLostText(editor.isChanged)
            : `${lock.since.slice(11, 16)} 开始${lock.typedAt ? `，最近一次输入 ${lock.typedAt.slice(11, 16)}` : ''}。您现在只能看。`}
        </Note>
      )}
      {isTemplate && !isUnwanted && (
        <Note tone="warning" title="模板草稿">
          只有同事看得到，{READERS_SEE[pageKey ?? ''] ?? '读者打开这一页会看到“页面不存在”'}。
          {isFilled && (findTextFault(pageKey, contentMd) ?? '已经补全，可以发布。')}
        </Note>
      )}
      {gaps.length > 0 && (
        <Note tone="warning" title="与软件实际保存的不一致">
          表格中的这些行缺少或有出入：{gaps.join('；')}。新建的模板写的是现在的情况，请核对用途与期限。
        </Note>
      )}
      {schedule && (
        <Note title={`定于 ${schedule.publishAt} 发布`}>
          这里是到时发布的内容。其间若有人保存了新版本，就不会发布，并通知编辑者与负责人。
        </Note>
      )}
      {isBroken && <Note title="已恢复上次未保存的内容">内容存在这台设备上，保存或放弃后清除。</Note>}
      {drafts.map((draft) => (
        <Note
          key={draft.editorId}
          title={`${draft.editorName}有一份草稿`}
          action={
            <Button variant="quiet" disabled={isOther} onClick={() => editor.replace(draft.form)}>
              用这份草稿
            </Button>
          }
        >
          {formatShortTime(draft.time)}，改自版本 {draft.baseVersion}
        </Note>
      ))}
      {isTaking && lock && (
        <TakeOverDialog
          title={form.title}
          holder={lock.holderName}
          unsaved={lock.unsaved}
          hasOwn={editor.isChanged}
          onTake={editor.takeOver}
          onClose={() => setIsTaking(false)}
        />
      )}
    </>
  )
}

function describeLostText(hasUnsaved: boolean): string {
  const unsaved = hasUnsaved ? '您未保存的内容没有丢，已存为您的草稿，接手回来后可以合并。' : ''
  return `${unsaved}您现在只能看。`
}

interface TakeOverProps {
  title: string
  holder: string
  unsaved: number
  /** This browser has text that is not saved. */
  hasOwn: boolean
  onTake: () => Promise<void>
  onClose: () => void
}

function TakeOverDialog({ title, holder, unsaved, hasOwn, onTake, onClose }: TakeOverProps) {
  const [isBusy, setIsBusy] = useState(false)
  const takeOver = async () => {
    setIsBusy(true)
    await onTake()
    onClose()
  }
  return (
    <ManageDialog
      title={`接手编辑《${title}》`}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            不接手
          </Button>
          <Button isBusy={isBusy} busyLabel="接手中" onClick={() => void takeOver()}>
            接手编辑
          </Button>
        </>
      }
    >
      <p>
        {unsaved > 0
          ? `${holder}约有 ${unsaved} 字尚未保存。接手后，这部分存为对方的草稿并通知对方；`
          : `${holder}没有未保存的内容，接手后会通知对方；`}
        {hasOwn ? '您未保存的内容还在，发布时与对方保存的合并。' : '您从最近保存的版本开始。'}
      </p>
    </ManageDialog>
  )
}
