import { NOTICE_PATHS } from '#app/shell/header/notice-paths.ts'
import { type LiveOptions, startLive } from '#live/live-connection.ts'
import { announceMessages } from './message-announcer.ts'
import { markUnread } from './unread-marks.ts'

/** Everything that keeps a member informed; loaded when somebody is logged in. @returns ends it */
export function startMemberLive(options: LiveOptions): () => void {
  const isShowingMessages = () => location.pathname.replace(/\/+$/, '') === NOTICE_PATHS.private
  const stops = [markUnread(), announceMessages({ userId: options.userId, isShowingMessages }), startLive(options)]
  return () => {
    for (const stop of stops) stop()
  }
}
