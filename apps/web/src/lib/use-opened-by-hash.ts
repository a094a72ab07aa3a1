import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Opens the `<details>` element that the hash names, on each click of its link: browsers do so at most on page load,
 * not on client navigation.
 */
export function useOpenedByHash(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each click
  useEffect(() => {
    const target = hash && document.getElementById(decodeHash(hash))
    if (!target) return
    const folded = target.closest('details')
    if (!folded || folded.open) return
    folded.open = true
    // Scrolls now, because a closed element has no layout.
    target.scrollIntoView()
  }, [hash, key])
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
