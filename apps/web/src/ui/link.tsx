import type { ComponentProps } from 'react'
import { type NavigateOptions, type To, useHref, useLinkClickHandler } from 'react-router-dom'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A place of this site, or a whole address. */
  to: To
  /** Takes the place of the page that is shown, in the browser's history. */
  replace?: boolean | undefined
  /** Of the page that is opened, see `useLocation`. */
  state?: unknown
  preventScrollReset?: boolean | undefined
}

/** Scheme, or none before the host. */
const WHOLE_ADDRESS = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

/** A path as the router would write it too: nothing in it to be resolved. */
const PLAIN_PATH = /^(?:\/|(?:\/[\w-]+)+)(?:\?[^#]+)?$/

function RoutedLink({ to, replace, state, preventScrollReset, onClick, target, ...rest }: LinkProps) {
  const isElsewhere = typeof to === 'string' && WHOLE_ADDRESS.test(to)
  const place = isElsewhere ? '/' : to
  const href = useHref(place)
  const open = useLinkClickHandler<HTMLAnchorElement>(place, {
    ...({ replace, state, preventScrollReset, target } as NavigateOptions),
  })
  const handleClick: ComponentProps<'a'>['onClick'] = (event) => {
    onClick?.(event)
    if (!isElsewhere && !event.defaultPrevented) open(event)
  }
  return <a {...rest} href={isElsewhere ? to : href} target={target} onClick={handleClick} />
}

/** The same as HTML, which nobody clicks. Asking the router where a plain path leads took a tenth of rendering a page. */
function WrittenLink(props: LinkProps) {
  const { to, replace, state, preventScrollReset, onClick, target, ...rest } = props
  const isPlain = typeof to === 'string' && PLAIN_PATH.test(to)
  return isPlain ? <a {...rest} href={to} target={target} /> : <RoutedLink {...props} />
}

/**
 * A link that opens pages of this site without loading the document anew. The router's own brings along what prefetches
 * for frameworks (2 KB); ours are warmed by `app/page-warming.ts`.
 */
export const Link = import.meta.env.SSR ? WrittenLink : RoutedLink
