import type { ComponentProps } from 'react'
import { type NavigateOptions, type To, useHref, useLinkClickHandler } from 'react-router-dom'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, or an absolute address. */
  to: To
  /** Replaces the current history entry. */
  replace?: boolean | undefined
  /** See `useLocation`. */
  state?: unknown
  preventScrollReset?: boolean | undefined
}

/** With a scheme, or scheme-relative; or a management page, which another client shows. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]*:|\/\/|\/manage\b)/i

/** A path that the router would not change. */
const PLAIN_PATH = /^(?:\/|(?:\/[\w-]+)+)(?:\?[^#]+)?$/

function RoutedLink({ to, replace, state, preventScrollReset, onClick, target, ...rest }: LinkProps) {
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
  return <a {...rest} href={isExternal ? to : href} target={target} onClick={handleClick} />
}

/** On the server plain paths skip the router: resolving them took a tenth of the time to render a page. */
function ServerLink(props: LinkProps) {
  const { to, replace, state, preventScrollReset, onClick, target, ...rest } = props
  const isPlain = typeof to === 'string' && PLAIN_PATH.test(to)
  return isPlain ? <a {...rest} href={to} target={target} /> : <RoutedLink {...props} />
}

/**
 * A client-side link. React Router's own includes its framework mode's prefetching (2 KB); pages of these links are
 * prefetched by `app/boot/prefetch.ts`.
 */
export const Link = import.meta.env.SSR ? ServerLink : RoutedLink
