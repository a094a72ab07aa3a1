import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Unfolds the entry that the address names. Newer browsers do so themselves when the page is loaded, but none does when
 * the router changes the address.
 */
export function useOpenedByHash(): void {
  const { hash } = useLocation()
  useEffect(() => {
    const target = hash && document.getElementById(decodeHash(hash))
    if (!target) return
    const folded = target.closest('details')
    if (!folded || folded.open) return
    folded.open = true
    // It had no place until now.
    target.scrollIntoView()
  }, [hash])
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
