import { useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'

/** What a person says of himself in a line; empty until it is known, and when it cannot be had. */
export function useIntro(userId: string): string {
  const api = useApi()
  const [found, setFound] = useState({ userId: '', intro: '' })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    api.call('GET /v1/user/info', { query: { userId }, quiet: true, signal }).then(
      (user) => setFound({ userId, intro: user?.intro?.trim() ?? '' }),
      () => undefined,
    )
    return () => controller.abort()
  }, [api, userId])
  return found.userId === userId ? found.intro : ''
}
