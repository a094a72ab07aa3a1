import { CODE } from '@portal/contract/errors.ts'
import { SAVED_VIEWS_MAX, VIEW_NAME_MAX, type ViewList } from '@portal/contract/site/saved-view-rules.ts'
import type { SavedView } from '@portal/contract/site/saved-views.ts'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { loadSavedViews, renameView, saveView, useSavedViews } from './saved-views.ts'

interface SaveViewDialogProps {
  list: ViewList
  /** Query of the active filter. */
  query: string
  onClose: () => void
}

/** The dialog 存为视图. */
export function SaveViewDialog({ list, query, onClose }: SaveViewDialogProps) {
  const api = useApi()
  const views = useSavedViews((state) => state.views)
  if (views.length >= SAVED_VIEWS_MAX) {
    return (
      <ManageDialog title="存为视图" onClose={onClose}>
        <p>您已存了 {SAVED_VIEWS_MAX} 个视图。请先打开一个不用的视图，在其菜单中删除。</p>
      </ManageDialog>
    )
  }
  const usedNames = views.filter((view) => view.list === list).map(({ name }) => name)
  return (
    <NameDialog
      title="存为视图"
      verb="保存"
      name=""
      taken={usedNames}
      note="保存的是现在的筛选，不是其中的内容。只有您自己看得到。"
      onName={async (name) => {
        await saveView(api, { list, name, query })
        showToast('success', `已存为视图“${name}”`)
      }}
      onClose={onClose}
    />
  )
}

/** The dialog 改名. */
export function RenameViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const api = useApi()
  const views = useSavedViews((state) => state.views)
  // Another tab may have renamed the view, so the next attempt starts from the stored one.
  const stored = views.find(({ id }) => id === view.id) ?? view
  const others = views.filter(({ id, list }) => list === view.list && id !== view.id)
  const rename = async (name: string) => {
    try {
      await renameView(api, stored, name)
    } catch (reason) {
      if (reason instanceof ApiError && reason.code === CODE.conflict) {
        await loadSavedViews(api)
        showToast('warning', '这个视图刚在别处改过名。要用您的名称，请再按一次“改名”')
      }
      throw reason
    }
  }
  return (
    <NameDialog
      title={`视图改名：${stored.name}`}
      verb="改名"
      name={view.name}
      taken={others.map(({ name }) => name)}
      onName={rename}
      onClose={onClose}
    />
  )
}

interface NameDialogProps {
  title: string
  verb: string
  name: string
  /** Names of the other views of the list. */
  taken: readonly string[]
  note?: string
  /** Saves the name; the dialog stays open when it fails. */
  onName: (name: string) => Promise<void>
  onClose: () => void
}

function NameDialog({ title, verb, name, taken, note, onName, onClose }: NameDialogProps) {
  const formId = useId()
  const [text, setText] = useState(name)
  const [isChecked, setIsChecked] = useState(false)
  const { isBusy, run } = useBusy(showOffline)
  const newName = text.trim()
  const fault = newName === '' ? '请输入名称' : taken.includes(newName) ? '已有同名的视图' : undefined
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (fault) return
    void run(async () => {
      await onName(newName)
      onClose()
    })
  }
  return (
    <ManageDialog
      title={title}
      onClose={onClose}
      actions={
        <DialogButtons type="submit" form={formId} isBusy={isBusy} busyLabel={`${verb}中`} onClose={onClose}>
          {verb}
        </DialogButtons>
      }
    >
      <form id={formId} onSubmit={handleSubmit} noValidate>
        <Field
          label="名称"
          hint={note}
          error={isChecked || taken.includes(newName) ? fault : undefined}
          count={{ now: newName.length, max: VIEW_NAME_MAX }}
        >
          <TextInput
            autoComplete="off"
            maxLength={VIEW_NAME_MAX}
            placeholder="如：本周要办的"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
      </form>
    </ManageDialog>
  )
}
