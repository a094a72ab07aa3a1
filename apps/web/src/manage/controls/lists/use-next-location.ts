import { type Location, useHref, useNavigation } from 'react-router-dom'

/**
 * Target of the running navigation; `undefined` when there is none. Like in `useLocation`, the path is below `/manage`: the
 * router's own state has the whole path.
 */
export function useNextLocation(): Location | undefined {
  const { location: next } = useNavigation()
  const base = useHref('/').replace(/\/$/, '')
  if (!next?.pathname.startsWith(base)) return next
  return { ...next, pathname: next.pathname.slice(base.length) || '/' }
}
