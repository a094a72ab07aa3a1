import { Smile } from '@lucide/icons'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, Suspense, useState } from 'react'
import { lazyPart } from '#lib/lazy-part.ts'
import type { Draft } from '#lib/use-draft.ts'
import { IconButton } from './icon-button.tsx'

const EmojiPanel = lazyPart(async () => (await import('./emoji-panel.tsx')).EmojiPanel)

/** Keeps the focus: Safari does not focus clicked buttons, and the blur would close the panel. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}

export interface EmojiButtonProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  draft: Pick<Draft, 'text' | 'set'>
  /** Class that positions the panel. */
  panelClassName: string | undefined
}

/** Button that opens the emoji panel, which inserts at the caret. */
export function EmojiButton({ fieldRef, draft, panelClassName }: EmojiButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const insert = (emoji: string) => {
    const field = fieldRef.current
    const start = field?.selectionStart ?? draft.text.length
    draft.set(draft.text.slice(0, start) + emoji + draft.text.slice(field?.selectionEnd ?? start))
    // Runs after React has set the value, which moves the caret to the end.
    requestAnimationFrame(() => field?.setSelectionRange(start + emoji.length, start + emoji.length))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.preventDefault()
    event.stopPropagation()
    setIsOpen(false)
    fieldRef.current?.focus()
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes events of the buttons inside
    <div onKeyDown={handleKeyDown} onBlur={handleBlur} onMouseDown={keepFocus}>
      <IconButton icon={Smile} label="插入表情" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} />
      {isOpen && (
        <div className={panelClassName}>
          <Suspense>
            <EmojiPanel onChoose={insert} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
