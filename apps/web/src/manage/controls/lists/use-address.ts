import { useRef } from 'react'
import { type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router-dom'
import { useNextLocation } from './use-next-location.ts'

/** The state of a list is in its address: filters, sort order, page, open row. */
export interface AddressFilters {
  get: (name: string) => string
  /** Sets a filter; an empty value removes it. A changed filter leads back to the first rows. */
  set: (name: string, value: string) => void
  /** Sets several filters at once. */
  setAll: (values: Readonly<Record<string, string>>) => void
  clear: () => void
  /** Names of filters that are set. */
  setNames: readonly string[]
  /** Address of the same list with another value, for links. */
  linkWith: (name: string, value: string) => string
}

/** Parameters of the position in the list, which are no filters. */
const PLACE_NAMES: readonly string[] = ['after', 'before', 'open']
/** Parameters of which an address has only one. */
const PAGE_NAMES: readonly string[] = ['after', 'before']

/** @param names names of the list's filters */
export function useAddressFilters(names: readonly string[]): AddressFilters {
  const query = useQuery()
  const navigate = useNavigate()
  const { search } = useLocation()
  // The query set last, and the address that it started from, because another filter may be set before the page is rendered with
  // it. It is compared and not cleared by an effect, which could run late and lose a new filter.
  const pendingQuery = useRef<{ query: URLSearchParams; from: string } | null>(null)
  const getBaseQuery = () => (pendingQuery.current?.from === search ? pendingQuery.current.query : query)
  const setQuery = (next: URLSearchParams) => {
    pendingQuery.current = { query: next, from: search }
    void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true })
  }
  const buildQueryWithAll = (values: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(getBaseQuery())
    const isPlace = Object.keys(values).every((name) => PLACE_NAMES.includes(name))
    // Another page replaces this one, and its open row is closed unless it is given.
    if (!('open' in values)) for (const name of isPlace ? PAGE_NAMES : PLACE_NAMES) next.delete(name)
    for (const [name, value] of Object.entries(values)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    return next
  }
  const buildQuery = (name: string, value: string) => buildQueryWithAll({ [name]: value })
  return {
    get: (name) => query.get(name) ?? '',
    set: (name, value) => setQuery(buildQuery(name, value)),
    setAll: (values) => setQuery(buildQueryWithAll(values)),
    clear: () => {
      const next = new URLSearchParams(getBaseQuery())
      for (const name of [...names, ...PLACE_NAMES]) next.delete(name)
      setQuery(next)
    },
    setNames: names.filter((name) => query.get(name)),
    linkWith: (name, value) => `?${buildQuery(name, value)}`,
  }
}

/** The query of the address, or of the running navigation, so that a filter shows the chosen value at once. */
function useQuery(): URLSearchParams {
  const { pathname, search } = useLocation()
  const next = useNextLocation()
  return new URLSearchParams(next?.pathname === pathname ? next.search : search)
}

/** `shouldRevalidate` of a list: opening a row changes the address, but not the rows. */
export const skipWhenRowOpens: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
  const [before, after] = [currentUrl, nextUrl].map((url) => {
    const query = new URLSearchParams(url.search)
    query.delete('open')
    return `${url.pathname}?${query}`
  })
  return before === after && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}
