import { useCallback, useEffect, useRef } from 'react'
import { type BlockerFunction, useBlocker, useLocation } from 'react-router-dom'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'

export interface LeaveGuardProps {
  /** Whether the article has changes that are not stored upstream. */
  isUnsaved: boolean
  /** Whether the device has stored the draft. */
  isSaved: boolean
  /** `null` before the article is stored. */
  articleId: number | null
  flush: () => Promise<void>
}

/** Requests a confirmation before the page is left with changes that are not stored upstream. */
export function LeaveGuard({ isUnsaved, isSaved, articleId, flush }: LeaveGuardProps) {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const handleUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // Browsers released before 2024 need it.
      event.returnValue = true
    }
    addEventListener('beforeunload', handleUnload)
    return () => removeEventListener('beforeunload', handleUnload)
  }, [isUnsaved])

  const { pathname } = useLocation()
  const isLeaving = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => {
      // React Router calls the blocker for a moment after the address has changed.
      if (!isUnsaved || currentLocation.pathname !== pathname) return false
      if (nextLocation.pathname !== pathname) return true
      const isHere = nextLocation.search === currentLocation.search
      return !isHere && nextLocation.search !== `?id=${articleId}`
    },
    [isUnsaved, articleId, pathname],
  )
  const blocker = useBlocker(isLeaving)
  const isConfirmed = useRef(false)
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title="离开这一页？"
      confirmLabel="离开"
      busyLabel="离开"
      onConfirm={async () => {
        await flush()
        isConfirmed.current = true
        blocker.proceed()
      }}
      onClose={() => {
        if (!isConfirmed.current) blocker.reset()
      }}
    >
      {isSaved
        ? '还有内容没有提交。它留在这台设备上，下次打开可以接着写。'
        : '还有内容没有提交，这台设备也没能保存它。离开后会丢失。'}
    </ConfirmDialog>
  )
}
