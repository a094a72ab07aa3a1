import { type ShouldRevalidateFunction, useSearchParams } from 'react-router-dom'

/** What a list shows is in its address: filters, sort, page, open row. */
export interface AddressFilters {
  get: (name: string) => string
  /** Empty removes it. A changed filter leads back to the first rows. */
  set: (name: string, value: string) => void
  clear: () => void
  /** Filters that are set. */
  setNames: readonly string[]
  /** The same list with another value, for links. */
  linkWith: (name: string, value: string) => string
}

/** Where in the list: not a filter. */
const PLACE_NAMES: readonly string[] = ['after', 'before', 'open']

/** @param names the filters of the list */
export function useAddressFilters(names: readonly string[]): AddressFilters {
  const [query, setQuery] = useSearchParams()
  const changed = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    if (value === '') next.delete(name)
    else next.set(name, value)
    if (!PLACE_NAMES.includes(name)) for (const place of PLACE_NAMES) next.delete(place)
    return next
  }
  return {
    get: (name) => query.get(name) ?? '',
    set: (name, value) => setQuery(changed(name, value), { replace: true, preventScrollReset: true }),
    clear: () => {
      const next = new URLSearchParams(query)
      for (const name of [...names, ...PLACE_NAMES]) next.delete(name)
      setQuery(next, { replace: true, preventScrollReset: true })
    },
    setNames: names.filter((name) => query.get(name)),
    linkWith: (name, value) => `?${changed(name, value)}`,
  }
}

/** `shouldRevalidate` of a list: opening a row changes the address, but not the rows. */
export const unlessRowOpened: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
  const [before, after] = [currentUrl, nextUrl].map((url) => {
    const query = new URLSearchParams(url.search)
    query.delete('open')
    return `${url.pathname}?${query}`
  })
  return before === after && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}
