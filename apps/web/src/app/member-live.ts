import { type LiveOptions, startLive } from '#lib/live-connection.ts'
import { announceMessages } from './message-announcer.ts'
import { NOTICE_PATHS } from './notice-paths.ts'
import { markUnread } from './unread-marks.ts'

/** Everything that keeps a member informed; loaded when somebody is logged in. @returns ends it */
export function startMemberLive(options: LiveOptions): () => void {
  const isShowingMessages = () => location.pathname.replace(/\/+$/, '') === NOTICE_PATHS.private
  const stops = [markUnread(), announceMessages({ userId: options.userId, isShowingMessages }), startLive(options)]
  return () => {
    for (const stop of stops) stop()
  }
}
