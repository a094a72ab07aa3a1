import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'

/** Follows and unfollows a user. A visitor's call fails with 401, and the API client opens the login dialog. */
export function useFollow(userId: string, isFollowedFirst: boolean, onChange?: () => void) {
  const api = useApi()
  const [changed, setChanged] = useState<boolean | null>(null)
  const { isBusy, run } = useBusy()
  const isFollowed = changed ?? isFollowedFirst
  const change = async () => {
    if (isFollowed) await api.call('DELETE /v1/followed/deleteFollowed', { query: { userId } })
    else await api.call('POST /v1/followed/insertFollowed', { query: { userId } })
    setChanged(!isFollowed)
    onChange?.()
  }
  return { isFollowed, isBusy, toggle: () => void run(change) }
}
