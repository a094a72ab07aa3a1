import { STANDING_PAGES, type StandingPageTitle } from '../constants.ts'

/** Keys of the standing pages: each is the last part of the page's address. */
export const PAGE_KEYS = [
  'rangeDetail',
  'instrument',
  'about',
  'about-gic',
  'contact-us',
  'experts',
  'join-us',
  'statement',
  'question',
  'fees',
  'privacy',
] as const
export type PageKey = (typeof PAGE_KEYS)[number]

interface StandingPage {
  key: PageKey
  /** Title in a new installation; the operator may change it. */
  title: StandingPageTitle
  path: string
}

/** Pages that readers must find, for their rights and for reaching the laboratory: they are never taken off the site. */
export const ALWAYS_ONLINE: readonly PageKey[] = ['privacy', 'contact-us']

/** Pages without which a site is complete when the laboratory does not want them. */
export const OPTIONAL_PAGES: readonly PageKey[] = PAGE_KEYS.filter((key) => !ALWAYS_ONLINE.includes(key))

/** Every standing page, in the order of `PAGE_KEYS`. */
export const PAGES: readonly StandingPage[] = PAGE_KEYS.map((key) => {
  const found = Object.entries(STANDING_PAGES).find(([, path]) => path.endsWith(`/${key}`))
  if (!found) throw new Error(`no address ends with ${key}`)
  return { key, title: found[0] as StandingPageTitle, path: found[1] }
})

/** Finds the page by its original title, which identifies articles of earlier releases. */
export function findPageByTitle(title: string): StandingPage | undefined {
  return PAGES.find((page) => page.title === title.trim())
}
