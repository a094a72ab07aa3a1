import type { LucideIconData } from '@lucide/icons'
import type { Duty } from '@portal/contract/accounts/duties.ts'

/** Groups in the order of the rail; `null`: above all groups. */
export const GROUPS = [null, '往来', '送检', '证书', '内容', '网站', '设置'] as const
type Group = (typeof GROUPS)[number]

/** An area of the management pages, as the rail lists it. */
export interface Place {
  /** Path below `/manage`. */
  path: string
  label: string
  icon: LucideIconData
  group: Group
  /** Duties that may open it, besides the owner; empty: any duty. */
  duties: readonly Duty[]
  /** Letter to press after `G`. */
  letter?: string
  /** Other words by which the jump list finds it. */
  words?: string
}

/** Finds the place of an address; the longest path wins. */
export function findPlace(places: readonly Place[], pathname: string): Place | undefined {
  return places
    .filter(({ path }) => path === pathname || (path !== '/' && pathname.startsWith(`${path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0]
}
