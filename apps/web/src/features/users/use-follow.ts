import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'

export interface Follow {
  isFollowed: boolean
  isBusy: boolean
  toggle: () => void
}

/** Following a user, and taking it back. A visitor is asked to log in: the client's `onError` opens the dialog on 401. */
export function useFollow(userId: string, isFollowedFirst: boolean, onChange?: () => void): Follow {
  const api = useApi()
  const [turned, setTurned] = useState<boolean | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isFollowed = turned ?? isFollowedFirst
  const turn = async () => {
    setIsBusy(true)
    try {
      if (isFollowed) await api.call('DELETE /v1/followed/deleteFollowed', { query: { userId } })
      else await api.call('POST /v1/followed/insertFollowed', { query: { userId } })
      setTurned(!isFollowed)
      onChange?.()
    } catch {
      // Shown by the API client, or a network error.
    } finally {
      setIsBusy(false)
    }
  }
  return { isFollowed, isBusy, toggle: () => void turn() }
}
