import { useRef } from 'react'
import { type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router-dom'
import { useNextLocation } from './use-next-location.ts'

/** What a list shows is in its address: filters, sort, page, open row. */
export interface AddressFilters {
  get: (name: string) => string
  /** Empty removes it. A changed filter leads back to the first rows. */
  set: (name: string, value: string) => void
  /** Several at once. */
  setAll: (values: Readonly<Record<string, string>>) => void
  clear: () => void
  /** Filters that are set. */
  setNames: readonly string[]
  /** The same list with another value, for links. */
  linkWith: (name: string, value: string) => string
}

/** Where in the list: not a filter. */
const PLACE_NAMES: readonly string[] = ['after', 'before', 'open']
/** Of which an address has one. */
const PAGE_NAMES: readonly string[] = ['after', 'before']

/** @param names the filters of the list */
export function useAddressFilters(names: readonly string[]): AddressFilters {
  const query = useQuery()
  const navigate = useNavigate()
  const { search } = useLocation()
  // What was set last, and from which address: another filter may be set before the page has been rendered with it.
  // Compared, not cleared by an effect, which could run late and forget a filter that was just set.
  const wanted = useRef<{ query: URLSearchParams; from: string } | null>(null)
  const base = () => (wanted.current?.from === search ? wanted.current.query : query)
  const setQuery = (next: URLSearchParams) => {
    wanted.current = { query: next, from: search }
    void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true })
  }
  const changedAll = (values: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(base())
    const isPlace = Object.keys(values).every((name) => PLACE_NAMES.includes(name))
    // Another page takes the place of this one, with its open row or without.
    if (!('open' in values)) for (const name of isPlace ? PAGE_NAMES : PLACE_NAMES) next.delete(name)
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    return next
  }
  const changed = (name: string, value: string) => changedAll({ [name]: value })
  return {
    get: (name) => query.get(name) ?? '',
    set: (name, value) => setQuery(changed(name, value)),
    setAll: (values) => setQuery(changedAll(values)),
    clear: () => {
      const next = new URLSearchParams(base())
      for (const name of [...names, ...PLACE_NAMES]) next.delete(name)
      setQuery(next)
    },
    setNames: names.filter((name) => query.get(name)),
    linkWith: (name, value) => `?${changed(name, value)}`,
  }
}

/** The query of the address, or the one that is being loaded, so that a filter shows what was chosen at once. */
function useQuery(): URLSearchParams {
  const { pathname, search } = useLocation()
  const next = useNextLocation()
  return new URLSearchParams(next?.pathname === pathname ? next.search : search)
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
