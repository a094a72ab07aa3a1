import { Eye } from '@lucide/icons'
import { type ReactNode, useState } from 'react'
import { listUnsupported } from '#domain/writing/unsupported-markdown.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { BottomBar } from '#manage/controls/saving/bottom-bar.tsx'
import { compareSides } from '#manage/controls/saving/compare-sides.ts'
import { focusField } from '#manage/controls/saving/use-edit.ts'
import { ComparedText } from '#manage/controls/values/compared-text.tsx'
import { Button } from '#ui/forms/button.tsx'
import {
  describeFormChange,
  nameLink,
  type PictureNames,
  type ReadableLine,
  toReadableLines,
} from './readable-lines.ts'
import type { ContentEditor, PublishQuestion } from './use-content-editor.ts'
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
  /** Action of Ctrl S instead of saving the draft. */
  save?: { words: string; run: () => void } | undefined
  /** Further buttons. */
  children?: ReactNode
}

/** The bar at the bottom edge: where the draft is stored, and the actions on it. */
export function EditorBar({ editor, seen, saveLabel, warning, onPublish, save, children }: EditorBarProps) {
  const { edit, saving, draft, isChanged, lock, question } = editor
  const [isDiscarding, setIsDiscarding] = useState(false)
  const keys = {
    'Mod+S': save ?? { words: '存为草稿，不发布', run: () => void editor.saveDraft() },
    'Mod+Shift+P': { words: '预览', run: () => void editor.preview() },
    'Mod+Enter': { words: '发布', run: () => void editor.askToPublish() },
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
      discard={
        isChanged && (
          <Button variant="quiet" onClick={() => setIsDiscarding(true)}>
            放弃草稿
          </Button>
        )
      }
    >
      <Button variant="outline" icon={Eye} onClick={() => void editor.preview()}>
        预览 <KeyCaps of="Mod+Shift+P" />
      </Button>
      {children}
      <Button
        disabled={!editor.canPublish}
        isBusy={saving.isSaving || editor.isChecking}
        busyLabel={saving.isSaving ? '保存中' : '检查链接'}
        onClick={() => void editor.askToPublish()}
      >
        {saveLabel} <KeyCaps of="Mod+Enter" />
      </Button>
      {question && (
        <PublishDialog
          {...{ editor, seen, warning, onPublish, question }}
          label={saveLabel}
          onClose={editor.endAsking}
        />
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
  question: PublishQuestion
  onClose: () => void
}

/** Confirms publishing, because the published text cannot be taken back by another press. */
function PublishDialog({ editor, label, seen, warning, question, onPublish, onClose }: PublishDialogProps) {
  const { stored } = editor
  const { closedLinks } = question
  const { values } = editor.edit
  const changed = compareSides(stored, values, stored).map(({ name }) => name)
  const isTextChanged = editor.isPublished && changed.includes('contentMd')
  const unnamed = countUnnamedPictures(values.contentMd)
  const unsupported = listUnsupported(values.contentMd)
  const names = getMemberNames(editor.pageKey)
  const publish = () => {
    onClose()
    onPublish()
  }
  return (
    <ManageDialog
      title={`${label}？`}
      size={isTextChanged ? 'medium' : 'small'}
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
      {unnamed > 0 && <Note tone="warning">有 {unnamed} 张图片没有替代文字，看不见图的读者不知道它说了什么。</Note>}
      {closedLinks.length > 0 && (
        <Note tone="warning" title={`有 ${closedLinks.length} 个链接读者打不开`}>
          {closedLinks.map((address) => nameLink(values.contentMd, address)).join('、')}
          。所指的页面还没有发布、已经下线，或地址不存在。
        </Note>
      )}
      {unsupported.length > 0 && <Note tone="warning">正文里有网页不支持的写法：{unsupported.join('、')}。</Note>}
      {isTextChanged && (
        <ReadableChange before={stored.contentMd} after={values.contentMd} names={question.pictureNames} />
      )}
    </ManageDialog>
  )
}

/** The change as it reads. Lines whose form or picture has changed are marked. */
function ReadableChange({ before, after, names }: { before: string; after: string; names: PictureNames }) {
  const [olds, news] = [toReadableLines(before, names), toReadableLines(after, names)]
  const join = (lines: readonly ReadableLine[]) => lines.map(({ text }) => text).join('\n')
  const describeLine = (oldNo: number, newNo: number) => {
    const [old, now] = [olds[oldNo - 1], news[newNo - 1]]
    return old && now ? describeFormChange(old, now) : null
  }
  if (before !== after && join(olds) === join(news) && !news.some((_line, at) => describeLine(at + 1, at + 1))) {
    return <p>正文只改了分段或空行。</p>
  }
  return <ComparedText before={join(olds)} after={join(news)} isWhole={false} describeLine={describeLine} />
}

/** Number of pictures without alternative text. */
function countUnnamedPictures(contentMd: string): number {
  return contentMd.match(/!\[\s*\]\(/g)?.length ?? 0
}
