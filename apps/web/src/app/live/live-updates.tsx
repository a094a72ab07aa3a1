import { useSpoken } from '#live/live-announcer.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { useLiveConnection } from './use-live-connection.ts'
import { useNoticeCount } from './use-notice-count.ts'

/** What a member learns without asking: counters, and that a message has come. Nothing for visitors. */
export function LiveUpdates() {
  useLiveConnection()
  useNoticeCount()
  const spoken = useSpoken(({ text }) => text)
  return (
    <VisuallyHidden>
      <span role="status">{spoken}</span>
    </VisuallyHidden>
  )
}
