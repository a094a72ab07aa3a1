import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './menu.module.css'

interface MenuProps {
  /** Content of the button. */
  label: ReactNode
  /** Accessible name, when the content has no words. */
  name?: string
  /** Class of the button; without it, the button has a frame. */
  className?: string | undefined
  /** Links and buttons. */
  children: ReactNode
}

/** A button with a menu below it. Arrow keys move, Esc closes, and the focus returns to the button. */
export function Menu({ label, name, className = styles.button, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const rootRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const findItems = () => [...(rootRef.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]

  useEffect(() => {
    if (!isOpen) return undefined
    rootRef.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const close = (event: Event) => {
      if (!rootRef.current?.contains(event.target as Node)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])

  const handleKeyDown = (event: KeyboardEvent) => {
    const all = findItems()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }
    if (event.key === 'Escape') {
      setIsOpen(false)
      buttonRef.current?.focus()
    } else if (event.key in steps) {
      all[((steps[event.key] ?? 0) + all.length) % all.length]?.focus()
    } else {
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus has left it
    <div
      className={styles.root}
      ref={rootRef}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !rootRef.current?.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <button
        ref={buttonRef}
        type="button"
        className={className}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        <div className={styles.menu} id={id} role="menu" onKeyDown={handleKeyDown} onClick={() => setIsOpen(false)}>
          {children}
        </div>
      )}
    </div>
  )
}

interface MenuButtonProps {
  tone?: 'plain' | 'danger'
  children: ReactNode
  onClick: () => void
}

export function MenuButton({ tone = 'plain', children, onClick }: MenuButtonProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={styles.item} data-tone={tone} onClick={onClick}>
      {children}
    </button>
  )
}

/** A link that leaves the management pages. */
export function MenuAnchor({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a role="menuitem" tabIndex={-1} className={styles.item} href={href}>
      {children}
    </a>
  )
}
