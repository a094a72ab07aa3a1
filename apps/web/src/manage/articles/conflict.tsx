import { ConflictTable } from '#manage/controls/saving/conflict-table.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import type { OpenedContent } from './load-content.ts'
import type { ContentEditor } from './use-content-editor.ts'
import { describeValue, getMemberNames } from './words.ts'

/** A refused save: both sides, member by member; renders nothing without a conflict. */
export function ContentConflict({ editor, opened }: { editor: ContentEditor; opened: OpenedContent }) {
  const { edit, saving, resolve, discard } = editor
  const theirs = saving.conflict
  if (!theirs) return null
  const names = getMemberNames(editor.pageKey)
  const findTopicName = (value: unknown) =>
    opened.categories.find((category) => category.value === String(value))?.label ?? String(value)
  return (
    <ConflictTable
      base={edit.base}
      mine={edit.values}
      theirs={theirs.form}
      getLabel={(name) => names[name]}
      formatValue={(name, value) => (name === 'categoryId' ? findTopicName(value) : describeValue(name, value))}
      texts={['contentMd']}
      savedBy={`${theirs.editorName ?? '已注销的同事'} ${formatShortTime(theirs.time)} 保存了版本 ${theirs.version}`}
      saveLabel={editor.lock.isOther ? '接手编辑并合并' : '按所选合并'}
      onSave={(choices) => void resolve(choices)}
      onBack={saving.dismiss}
      onDiscard={() => void discard()}
    />
  )
}
