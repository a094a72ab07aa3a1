import { type ComponentProps, createContext, useContext } from 'react'
import { type NavigateOptions, type To, useHref, useLinkClickHandler } from 'react-router-dom'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, or an absolute address. */
  to: To
  /** Replaces the current history entry. */
  replace?: boolean | undefined
  /** State of the history entry, see `useLocation`. */
  state?: unknown
  preventScrollReset?: boolean | undefined
}

/** Matches addresses with a scheme or a host, and management pages, which another client shows. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|\/manage\b)/i

/** Matches a path that the router would not change. */
const PLAIN_PATH = /^(?:\/|(?:\/[\w-]+)+)(?:\?[^#]+)?$/

/** Paths of pages that are not published, separated by spaces. A text, so that loading the same paths again renders nothing. */
export const ClosedPaths = createContext('')

export function useClosedPaths(): readonly string[] {
  return useContext(ClosedPaths).split(' ')
}

function RoutedLink({ to, replace, state, preventScrollReset, onClick, target, ...rest }: LinkProps) {
  const isClosed = useClosedPaths().includes(to as string)
  const isExternal = typeof to === 'string' && ELSEWHERE.test(to)
  const place = isExternal ? '/' : to
  const href = useHref(place)
  const open = useLinkClickHandler<HTMLAnchorElement>(place, {
    ...({ replace, state, preventScrollReset, target } as NavigateOptions),
  })
  const handleClick: ComponentProps<'a'>['onClick'] = (event) => {
    onClick?.(event)
    if (!isExternal && !event.defaultPrevented) open(event)
  }
  return isClosed ? rest.children : <a {...rest} href={isExternal ? to : href} target={target} onClick={handleClick} />
}

/** Plain paths bypass the router on the server: resolving them took a tenth of the time to render a page. */
function ServerLink(props: LinkProps) {
  const { to, replace, state, preventScrollReset, onClick, target, ...rest } = props
  if (useClosedPaths().includes(to as string)) return rest.children
  const isPlain = typeof to === 'string' && PLAIN_PATH.test(to)
  return isPlain ? <a {...rest} href={to} target={target} /> : <RoutedLink {...props} />
}

/**
 * A client-side link, or only its text while the page is not published. React Router's own includes the prefetching of its framework mode (2 KB); `app/boot/prefetch.ts`
 * prefetches the pages of these links.
 */
export const Link = import.meta.env.SSR ? ServerLink : RoutedLink
