import { useEffect } from 'react'
import { useChat } from '../use-chat.ts'

/** Marks a conversation as read while its end is visible and the window has the focus. */
export function useReading(peerId: string, isEndInView: boolean): void {
  const { actions } = useChat()
  useEffect(() => {
    const look = () => {
      const isBeingRead = isEndInView && document.visibilityState === 'visible' && document.hasFocus()
      actions.setReading(isBeingRead ? peerId : null)
    }
    look()
    addEventListener('focus', look)
    addEventListener('blur', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('focus', look)
      removeEventListener('blur', look)
      document.removeEventListener('visibilitychange', look)
      actions.setReading(null)
    }
  }, [actions, peerId, isEndInView])
}
