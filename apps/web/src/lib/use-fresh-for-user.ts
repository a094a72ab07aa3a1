import { useEffect } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useSession } from './session.ts'

/**
 * Loads the page's data anew when it was loaded for somebody else than who is known to read it now. The server's HTML
 * is the same for everybody and says nothing of likes and gates; who reads is learned afterwards, or changes when
 * somebody logs in or out. The loader then runs in the browser, with the reader's cookie.
 *
 * @param readAs id of the account that the data was loaded for, `null` for a visitor
 */
export function useFreshForUser(readAs: string | null): void {
  const reader = useSession(({ user }) => user?.id ?? null)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (reader !== readAs) void revalidate()
  }, [reader, readAs, revalidate])
}
