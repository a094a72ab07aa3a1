import { type LiveOptions, startLive } from '#live/live-connection.ts'
import { NOTICE_PATHS } from '#live/notice-counters.ts'
import { announceMessages } from './message-announcer.ts'
import { markUnread } from './unread-marks.ts'

/** Live connection, unread marks and announcements of a member; loaded after login. @returns stops them */
export function startMemberLive(options: LiveOptions): () => void {
  const isShowingMessages = () => location.pathname.replace(/\/+$/, '') === NOTICE_PATHS.private
  const stops = [markUnread(), announceMessages({ userId: options.userId, isShowingMessages }), startLive(options)]
  return () => {
    for (const stop of stops) stop()
  }
}
