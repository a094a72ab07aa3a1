import { X } from '@lucide/icons'
import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import { lockScroll } from '#lib/scroll-lock.ts'
import { enterTopLayer } from '#lib/top-layer.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  /** Heading of the dialog. Without it, the dialog needs the id of a heading inside, or a `label`. */
  title?: ReactNode
  titleClass?: string | undefined
  labelledBy?: string
  label?: string
  /** Called by Esc, the close button, and a click on the scrim with `dismissOnScrim`. */
  onClose: () => void
  dismissOnScrim?: boolean
  /** `left`: a drawer. `top`: near the upper edge, for changing heights. */
  placement?: 'centre' | 'top' | 'left'
  hasCloseButton?: boolean
  closeLabel?: string
  className?: string | undefined
  children: ReactNode
}

/** A modal dialog, open while rendered. It restores the focus at the end; the page behind does not scroll. */
export function Dialog({
  title,
  titleClass,
  labelledBy,
  label,
  onClose,
  dismissOnScrim = false,
  placement = 'centre',
  hasCloseButton = true,
  closeLabel = '关闭',
  className,
  children,
}: DialogProps) {
  const ref = useModal()
  const titleId = useId()
  const handleCancel = (event: SyntheticEvent) => {
    // The browser must not close the dialog itself: it would stay rendered but hidden.
    event.preventDefault()
    onClose()
  }
  const handleMouseDown = (event: MouseEvent<HTMLDialogElement>) => {
    if (dismissOnScrim && event.target === event.currentTarget) onClose()
  }
  return (
    <dialog
      ref={ref}
      className={styles.root}
      data-placement={placement}
      aria-labelledby={title ? titleId : labelledBy}
      aria-label={label}
      onCancel={handleCancel}
      onMouseDown={handleMouseDown}
    >
      <div className={classNames(styles.panel, className)}>
        {title && (
          <h2 className={titleClass} id={titleId}>
            {title}
          </h2>
        )}
        {children}
        {hasCloseButton && <IconButton className={styles.close} icon={X} label={closeLabel} onClick={onClose} />}
      </div>
    </dialog>
  )
}

function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  // Read before the dialog exists: React focuses a field with `autoFocus` before effects run.
  const [opener] = useState(() => globalThis.document?.activeElement ?? null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    const unlockScroll = lockScroll()
    const leaveTopLayer = enterTopLayer(dialog)
    if (!dialog.open) dialog.showModal()
    return () => {
      leaveTopLayer()
      unlockScroll()
      // React runs effects twice in development: the focus is restored only when the dialog is removed.
      queueMicrotask(() => {
        if (!dialog.isConnected) restoreFocus(opener)
      })
    }
  }, [opener])
  return ref
}

/**
 * Focuses the element that opened the dialog, or the page if that element is gone, like the login button after a login.
 */
function restoreFocus(opener: Element | null): void {
  const target = opener?.isConnected && opener !== document.body ? opener : document.querySelector('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
