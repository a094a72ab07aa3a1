import { CircleCheck, CircleX, Info, type LucideIconData, MessageSquare, TriangleAlert, X } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { removeToast, TOAST_LIFE_MS, type Toast, type ToastType, useToasts } from '#lib/toasts.ts'
import { useTopLayer } from '#lib/top-layer.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Icon } from '../icon.tsx'
import { ReportId } from './report-id.tsx'
import styles from './toast-region.module.css'

const ICONS: Record<ToastType, LucideIconData> = {
  error: CircleX,
  success: CircleCheck,
  warning: TriangleAlert,
  info: Info,
  default: MessageSquare,
}

/** `--dur-2`, the duration of the exit animation. */
const LEAVE_MS = 220

/** Shows the toasts of this tab; rendered once, in the shell. */
export function ToastRegion() {
  const toasts = useToasts((state) => state.toasts)
  const dialog = useTopLayer((state) => state.hosts.at(-1))
  const region = (
    <div className={styles.root}>
      {toasts.map((toast) => (
        <ToastItem toast={toast} key={toast.id} />
      ))}
    </div>
  )
  return dialog ? createPortal(region, dialog) : region
}

function ToastItem({ toast: { id, type, text, isClosable, isLasting, action, reportId } }: { toast: Toast }) {
  const [isPaused, setIsPaused] = useState(false)
  const isPersistent = isLasting || action !== undefined
  const isLeaving = useLifetime(id, isPaused || isPersistent)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses it; its role is set below
    <div
      className={styles.toast}
      data-type={type}
      data-leaving={isLeaving || undefined}
      data-paused={isPaused || undefined}
      data-lasting={isPersistent || undefined}
      role={type === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <span className={styles.icon}>
        <Icon of={ICONS[type]} />
      </span>
      {reportId ? <Reported text={text} id={reportId} /> : text}
      {action && (
        <Button className={styles.action} variant="quiet" onClick={action.onAct}>
          {action.label}
        </Button>
      )}
      {isClosable && <IconButton className={styles.close} icon={X} label="关闭" onClick={() => removeToast(id)} />}
    </div>
  )
}

function Reported({ text, id }: { text: string; id: string }) {
  return (
    <span className={styles.reported}>
      {text}
      <ReportId id={id} />
    </span>
  )
}

/** Remaining lifetime of each toast, which is kept when the toast moves between page and dialog. */
const remainingMs = new Map<number, number>()

/**
 * Removes the toast after its lifetime, which is paused while hovered.
 * @returns whether it is leaving
 */
function useLifetime(id: number, isPaused: boolean): boolean {
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    if (isPaused || isLeaving) return undefined
    const startedMs = performance.now()
    const leftMs = remainingMs.get(id) ?? TOAST_LIFE_MS
    const timer = setTimeout(() => setIsLeaving(true), leftMs)
    return () => {
      clearTimeout(timer)
      remainingMs.set(id, Math.max(0, leftMs - (performance.now() - startedMs)))
    }
  }, [id, isPaused, isLeaving])
  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(() => {
      remainingMs.delete(id)
      removeToast(id)
    }, LEAVE_MS)
    return () => clearTimeout(timer)
  }, [id, isLeaving])
  return isLeaving
}
