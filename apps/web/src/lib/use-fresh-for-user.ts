import { useEffect } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useSession } from './session.ts'

/**
 * Revalidates the page's data when it was loaded for another user: the server renders for visitors, and the user is
 * known afterwards or changes by login and logout.
 * @param readAs id of the account for which the data was loaded, `null` for a visitor
 */
export function useFreshForUser(readAs: string | null): void {
  const reader = useSession(({ user }) => user?.id ?? null)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (reader !== readAs) void revalidate()
  }, [reader, readAs, revalidate])
}
