import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './dropdown.module.css'

export interface DropdownProps {
  /** Content of the button; must include text. */
  trigger: ReactNode
  triggerClassName?: string | undefined
  /** The menu contains the current page. */
  isCurrent?: boolean
  align?: 'start' | 'end'
  /** Links and buttons. */
  children: ReactNode
}

/** A button with a menu: opens on hover, click, touch and arrow keys; Esc closes it and restores the focus. */
export function Dropdown({ trigger, triggerClassName, isCurrent, align = 'start', children }: DropdownProps) {
  const [isOpen, setIsOpen] = useState(false)
  const menuId = useId()
  const rootRef = useRef<HTMLDivElement>(null)
  const triggerRef = useRef<HTMLButtonElement>(null)
  const pressedBy = useRef('')

  const handlePointer = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setIsOpen(event.type === 'pointerenter')
  }
  const handlePress = (event: PointerEvent) => {
    pressedBy.current = event.pointerType
  }
  const handleClick = (event: MouseEvent) => {
    // Hovering has opened the menu; a mouse click must not close it. Older Safari and Firefox do not name the pointer
    // in a click event.
    const isMouse = event.detail > 0 && pressedBy.current === 'mouse'
    setIsOpen(isMouse || !isOpen)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setIsOpen(false)
      triggerRef.current?.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      // Hidden elements cannot be focused, and the menu is rendered after this event.
      requestAnimationFrame(() => moveFocus(rootRef.current, step))
    }
  }
  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes events of the button and links inside
    <div
      ref={rootRef}
      className={styles.root}
      onPointerEnter={handlePointer}
      onPointerLeave={handlePointer}
      onKeyDown={handleKeyDown}
      onBlur={handleBlur}
    >
      <button
        ref={triggerRef}
        type="button"
        className={classNames(styles.trigger, triggerClassName)}
        aria-expanded={isOpen}
        aria-controls={menuId}
        data-current={isCurrent || undefined}
        onPointerDown={handlePress}
        onClick={handleClick}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: choosing an item closes the menu; items handle the keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        className={styles.menu}
        id={menuId}
        data-open={isOpen || undefined}
        data-align={align}
        onClick={() => setIsOpen(false)}
      >
        {children}
      </div>
    </div>
  )
}

function moveFocus(root: HTMLElement | null, step: number): void {
  const targets = [...(root?.querySelectorAll<HTMLElement>('a, button') ?? [])]
  const index = targets.indexOf(document.activeElement as HTMLElement)
  targets[(index + step + targets.length) % targets.length]?.focus()
}
