import { Bold, Link } from '@lucide/icons'
import { countBulletin, listBulletinLinks } from '@portal/contract/site/bulletin-words.ts'
import { TEXT_MAX } from '@portal/contract/site/site-rules.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LinkDialog, useLinkQuestion } from '#domain/writing/link-dialog.tsx'
import type { LineContext, LineEditor } from '#domain/writing/visual/line-editor.ts'
import { Field, useFieldControl } from '#manage/controls/forms/field.tsx'
import { useClosedLinks } from '#manage/controls/forms/use-closed-links.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { useMember, useSiteForm } from '../site-form.ts'
import styles from './bulletin.module.css'
import { BulletinText } from './bulletin-text.tsx'

/** The bulletin, a line of HTML, written as readers see it. */
export function BulletinField() {
  const { mayEdit } = useSiteForm()
  const { field, input } = useMember('bulletin')
  const { value, onChange, onBlur, onFocus } = input
  // An editor keeps its text, so that a text from outside, such as after a discard, needs a new one.
  const [typed, setTyped] = useState({ html: value, key: 0 })
  if (typed.html.trim() !== value.trim()) setTyped({ html: value, key: typed.key + 1 })
  const closed = useClosedLinks(mayEdit ? listBulletinLinks(value) : [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus of the editor inside
    <div data-wide data-field="bulletin" onFocus={onFocus} onBlur={onBlur}>
      <Field
        {...field}
        hint="一行文字，选中几个字可以加粗或加链接；字数按读者看到的计；留空则不显示"
        count={{ now: countBulletin(value), max: TEXT_MAX.bulletin ?? 0 }}
      >
        <LineField
          key={typed.key}
          label={field.label}
          html={value}
          isReadOnly={!mayEdit}
          onChange={(html) => {
            setTyped({ html, key: typed.key })
            onChange({ target: { value: html } })
          }}
        />
      </Field>
      {closed.length > 0 && (
        <div className={styles.closed}>
          <Note tone="warning" isLive title={`有 ${closed.length} 个链接读者打不开`}>
            {closed.join('、')}。所指的页面还没有发布、已经下线，或地址不存在。
          </Note>
        </div>
      )}
    </div>
  )
}

interface LineFieldProps {
  label: string
  html: string
  isReadOnly: boolean
  onChange: (html: string) => void
}

/** Loads the editor, and shows the text until it is there. */
function LineField({ label, html, isReadOnly, onChange }: LineFieldProps) {
  const control = useFieldControl()
  const hostRef = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<LineEditor | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [context, setContext] = useState<LineContext>({ isBold: false, isLink: false })
  const link = useLinkQuestion()
  const attributes = JSON.stringify({
    ...control,
    class: styles.line,
    role: 'textbox',
    'aria-labelledby': `${control.id}-label`,
    ...(isReadOnly && { 'aria-readonly': true, tabindex: 0 }),
  })
  const create = useEffectEvent((open: typeof import('#domain/writing/visual/line-editor.ts').createLineEditor) =>
    hostRef.current ? open(hostRef.current, { html, isReadOnly, attributes: JSON.parse(attributes), ...live }) : null,
  )
  const emit = useEffectEvent(onChange)
  const ask = useEffectEvent(link.ask)
  const live = { onChange: emit, onContext: setContext, askLink: ask }
  useEffect(() => {
    let isDisposed = false
    let created: LineEditor | null = null
    const open = async () => {
      const { createLineEditor } = await import('#domain/writing/visual/line-editor.ts')
      if (isDisposed) return
      created = create(createLineEditor)
      setEditor(created)
    }
    open().catch(() => !isDisposed && setHasFailed(true))
    return () => {
      isDisposed = true
      created?.destroy()
    }
  }, [])
  useEffect(() => editor?.describe(JSON.parse(attributes)), [editor, attributes])

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons, no fields */}
      <div className={styles.marks} role="group" aria-label={`${label}的排版`}>
        <MarkButton
          of={Bold}
          label="加粗"
          keys="Ctrl+B"
          isOn={context.isBold}
          isOff={isReadOnly || !editor}
          onPress={() => editor?.toggleBold()}
        />
        <MarkButton
          of={Link}
          label="链接"
          keys="Ctrl+K"
          isOn={context.isLink}
          isOff={isReadOnly || !editor}
          onPress={() => editor?.editLink()}
        />
      </div>
      <div>
        <div ref={hostRef} />
        {!editor && (
          <p className={styles.line}>
            <BulletinText html={html} />
          </p>
        )}
      </div>
      {hasFailed && <p role="alert">编辑器没有打开，请刷新页面再试。</p>}
      {link.question && <LinkDialog link={link.question} onClose={link.answer} />}
    </>
  )
}

interface MarkButtonProps {
  of: typeof Bold
  label: string
  keys: string
  isOn: boolean
  isOff: boolean
  onPress: () => void
}

function MarkButton({ of, label, keys, isOn, isOff, onPress }: MarkButtonProps) {
  return (
    <Button
      variant="outline"
      icon={of}
      title={`${label}（${keys}）`}
      aria-pressed={isOn}
      disabled={isOff}
      // A press leaves the caret in the text, and a phone its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {label}
    </Button>
  )
}
