import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  type LucideIconData,
  Trash2,
} from '@lucide/icons'
import { classNames } from '#lib/class-names.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import shared from '#ui/shared.module.css'
import type { EditorContext, TableAct, TextEditor } from './text-editor.ts'
import styles from './writing-field.module.css'

const TABLE_ACTS: readonly { act: TableAct; icon: LucideIconData; label: string }[] = [
  { act: 'rowBefore', icon: BetweenHorizontalStart, label: '在上面加一行' },
  { act: 'rowAfter', icon: BetweenHorizontalEnd, label: '在下面加一行' },
  { act: 'columnBefore', icon: BetweenVerticalStart, label: '在左边加一列' },
  { act: 'columnAfter', icon: BetweenVerticalEnd, label: '在右边加一列' },
  { act: 'left', icon: AlignLeft, label: '这一列左对齐' },
  { act: 'center', icon: AlignCenter, label: '这一列居中' },
  { act: 'right', icon: AlignRight, label: '这一列右对齐' },
]

/** What can be done with the table or picture at the selection; nothing elsewhere. */
export function SelectionBar({ editor, context }: { editor: TextEditor; context: EditorContext }) {
  if (context.picture) return <PictureForm editor={editor} picture={context.picture} />
  if (!context.isInTable) return null
  return (
    <div className={classNames(shared.wrapRow, styles.selectionBar)} role="toolbar" aria-label="表格">
      {TABLE_ACTS.map(({ act, icon, label }) => (
        <IconButton key={act} icon={icon} label={label} title={label} onClick={() => editor.runInTable?.(act)} />
      ))}
      <Button variant="quiet" onClick={() => editor.runInTable?.('deleteRow')}>
        删除这一行
      </Button>
      <Button variant="quiet" onClick={() => editor.runInTable?.('deleteColumn')}>
        删除这一列
      </Button>
      <IconButton icon={Trash2} label="删除表格" title="删除表格" onClick={() => editor.runInTable?.('deleteTable')} />
    </div>
  )
}

interface PictureFormProps {
  editor: TextEditor
  picture: NonNullable<EditorContext['picture']>
}

function PictureForm({ editor, picture }: PictureFormProps) {
  return (
    <fieldset className={classNames(shared.wrapRow, styles.selectionBar)} aria-label="图片">
      <label className={styles.pictureField}>
        替代文字
        <input
          value={picture.alt}
          maxLength={200}
          placeholder="例如：绿松石的网状铁线，放大 20 倍"
          onChange={({ target }) => editor.changePicture?.({ alt: target.value })}
        />
      </label>
      <label className={styles.pictureField}>
        图注
        <input
          value={picture.caption}
          maxLength={200}
          onChange={({ target }) => editor.changePicture?.({ title: target.value || null })}
        />
      </label>
    </fieldset>
  )
}
