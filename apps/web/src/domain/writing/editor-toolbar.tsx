import {
  Bold,
  Code,
  FileUp,
  Heading2,
  Heading3,
  ImageUp,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIconData,
  Quote,
  Redo2,
  Strikethrough,
  Subscript,
  Superscript,
  Table2,
  Undo2,
} from '@lucide/icons'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { classNames } from '#lib/class-names.ts'
import { FileInput } from '#ui/forms/file-input.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { Markup } from './markup.ts'
import type { EditorContext, EditorMode } from './text-editor.ts'
import styles from './writing-field.module.css'

const TOOLS: readonly { markup: Markup; icon: LucideIconData; label: string; keys?: string }[] = [
  { markup: 'bold', icon: Bold, label: '加粗', keys: 'Ctrl+B' },
  { markup: 'italic', icon: Italic, label: '强调', keys: 'Ctrl+I' },
  { markup: 'strike', icon: Strikethrough, label: '删除线' },
  { markup: 'sub', icon: Subscript, label: '下标' },
  { markup: 'sup', icon: Superscript, label: '上标' },
  { markup: 'heading', icon: Heading2, label: '小标题', keys: 'Ctrl+Shift+2' },
  { markup: 'subheading', icon: Heading3, label: '三级标题', keys: 'Ctrl+Shift+3' },
  { markup: 'quote', icon: Quote, label: '引用', keys: 'Ctrl+Shift+9' },
  { markup: 'list', icon: List, label: '列表', keys: 'Ctrl+Shift+8' },
  { markup: 'numbers', icon: ListOrdered, label: '编号列表', keys: 'Ctrl+Shift+7' },
  { markup: 'table', icon: Table2, label: '表格' },
  { markup: 'code', icon: Code, label: '代码', keys: 'Ctrl+E' },
  { markup: 'link', icon: Link, label: '链接', keys: 'Ctrl+K' },
]

const STEPS = [
  { icon: Undo2, label: '撤销', keys: 'Ctrl+Z', can: 'canUndo', run: 'onUndo' },
  { icon: Redo2, label: '重做', keys: 'Ctrl+Y', can: 'canRedo', run: 'onRedo' },
] as const

const MODES: readonly { mode: EditorMode; label: string }[] = [
  { mode: 'visual', label: '所见' },
  { mode: 'source', label: '源码' },
  { mode: 'split', label: '并排' },
]

export interface EditorToolbarProps {
  isDisabled: boolean
  /** Leaves out imports and the split mode. */
  isCompact?: boolean
  context: EditorContext
  mode: EditorMode
  onMode: (mode: EditorMode) => void
  onUndo: () => void
  onRedo: () => void
  onMarkup: (markup: Markup) => void
  onPictures: (files: readonly File[]) => void
  onImport: (file: File) => void
}

/** The toolbar is one Tab stop; arrow keys move between the tools. */
export function EditorToolbar({ isDisabled, context, onMarkup, onPictures, onImport, ...props }: EditorToolbarProps) {
  const { isCompact } = props
  const ref = useRef<HTMLDivElement>(null)
  const pictureRef = useRef<HTMLInputElement>(null)
  const fileRef = useRef<HTMLInputElement>(null)
  const [current, setCurrent] = useState(0)
  const stopAt = (at: number) => ({ tabIndex: at === current ? 0 : -1, onFocus: () => setCurrent(at) })
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = getTargetIndex(event.key, current, STEPS.length + TOOLS.length + (isCompact ? 1 : 2))
    if (to === null) return
    event.preventDefault()
    ref.current?.querySelectorAll('button')[to]?.focus()
  }
  return (
    <div className={styles.toolbar}>
      <div
        className={classNames(shared.wrapRow, styles.tools)}
        ref={ref}
        role="toolbar"
        aria-label="排版"
        aria-disabled={isDisabled || undefined}
        onKeyDown={handleKeyDown}
      >
        {STEPS.map(({ icon, label, keys, can, run }, at) => (
          <IconButton
            key={label}
            icon={icon}
            label={label}
            title={`${label}（${keys}）`}
            disabled={isDisabled}
            // Stays reachable, so that the last step does not move the focus away.
            aria-disabled={!context[can]}
            // A press leaves the caret in the text, and a phone its keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => context[can] && props[run]()}
            {...stopAt(at)}
          />
        ))}
        {TOOLS.map(({ markup, icon, label, keys }, at) => (
          <IconButton
            key={markup}
            icon={icon}
            label={label}
            title={keys ? `${label}（${keys}）` : label}
            disabled={isDisabled}
            aria-pressed={context.active.includes(markup)}
            onClick={() => onMarkup(markup)}
            {...stopAt(STEPS.length + at)}
          />
        ))}
        <IconButton
          icon={ImageUp}
          label="插入图片"
          title="插入图片，也可以粘贴或拖入"
          disabled={isDisabled}
          onClick={() => pictureRef.current?.click()}
          {...stopAt(STEPS.length + TOOLS.length)}
        />
        {!isCompact && (
          <button
            type="button"
            className={classNames(shared.targetRow, shared.cutS, styles.importFile)}
            title="导入 Word（.docx）或 Markdown 文件"
            disabled={isDisabled}
            onClick={() => fileRef.current?.click()}
            {...stopAt(STEPS.length + TOOLS.length + 1)}
          >
            <Icon of={FileUp} sizePx={18} />
            <span>导入</span>
          </button>
        )}
      </div>
      <ModeSwitch {...props} />
      <FileInput ref={pictureRef} hidden aria-label="选择图片" accept={PICTURE_TYPES} multiple onFiles={onPictures} />
      <FileInput
        ref={fileRef}
        hidden
        aria-label="选择要导入的文件"
        accept=".docx,.doc,.md,.markdown,.txt,text/markdown,text/plain"
        onFiles={([file]) => file && onImport(file)}
      />
    </div>
  )
}

function ModeSwitch({ mode, onMode, isCompact }: Pick<EditorToolbarProps, 'mode' | 'onMode' | 'isCompact'>) {
  const name = useId()
  return (
    <fieldset className={styles.modes}>
      <legend>
        <VisuallyHidden>编辑方式</VisuallyHidden>
      </legend>
      {MODES.filter((one) => !isCompact || one.mode !== 'split').map(({ mode: one, label }) => (
        <label key={one} className={styles.mode} data-on={mode === one || undefined}>
          <input type="radio" name={name} checked={mode === one} onChange={() => onMode(one)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function getTargetIndex(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
