import { X } from '@lucide/icons'
import { type MouseEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { classNames } from '#lib/class-names.ts'
import { lockScroll } from '#lib/scroll-lock.ts'
import { enterTopLayer } from '#lib/top-layer.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  /** Id of the heading inside, or the words themselves. */
  labelledBy?: string
  label?: string
  /** Esc, the close button, and the scrim when `dismissOnScrim` says so. */
  onClose: () => void
  dismissOnScrim?: boolean
  /** `left`: a drawer at the left edge. `top`: begins near the upper edge, as its height changes. */
  placement?: 'centre' | 'top' | 'left'
  /** Drawers bring a close button of their own. */
  hasCloseButton?: boolean
  className?: string | undefined
  children: ReactNode
}

/**
 * A modal dialog; it is open as long as it is rendered. Focus goes into it and, in the end, back to where it was; the
 * page behind does not scroll.
 */
export function Dialog({
  labelledBy,
  label,
  onClose,
  dismissOnScrim = false,
  placement = 'centre',
  hasCloseButton = true,
  className,
  children,
}: DialogProps) {
  const ref = useModal()
  const handleCancel = (event: SyntheticEvent) => {
    // The browser must not close it by itself: it would be rendered and yet not shown.
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
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={handleCancel}
      onMouseDown={handleMouseDown}
    >
      <div className={classNames(styles.panel, className)}>
        {children}
        {hasCloseButton && <IconButton className={styles.close} icon={X} label="关闭" onClick={onClose} />}
      </div>
    </dialog>
  )
}

function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  const openerRef = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    openerRef.current ??= document.activeElement
    const unlockScroll = lockScroll()
    const leaveTopLayer = enterTopLayer(dialog)
    if (!dialog.open) dialog.showModal()
    return () => {
      leaveTopLayer()
      unlockScroll()
      // In development React undoes and redoes the effect: only a dialog that is really gone gives the focus back.
      queueMicrotask(() => {
        if (!dialog.isConnected) giveBackFocus(openerRef.current)
      })
    }
  }, [])
  return ref
}

/** What opened the dialog may be gone by now, as the login button is after a login; then the page itself is next. */
function giveBackFocus(opener: Element | null): void {
  const target = opener?.isConnected && opener !== document.body ? opener : document.querySelector('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
