import { Bookmark, type LucideIconData } from '@lucide/icons'
import type { SavedView } from '@portal/contract/site/saved-views.ts'
import { buildViewAddress } from '#manage/controls/views/saved-views.ts'
import type { Place } from './place.ts'

/** A target of the jump list. */
export interface JumpItem {
  /** Key that is unique in the list. */
  key: string
  /** Heading of its group in the list. */
  group: '页面' | '我的视图' | '证书' | '用户' | '工单' | '文章'
  icon: LucideIconData
  title: string
  /** Small note beside the title. */
  note?: string | undefined
  /** Path below `/manage`; with `isPublic` an address of the public site. */
  to: string
  isPublic?: true
  /** Key with the same target: `g a`. */
  keyName?: string | undefined
}

/** Finds places whose name, group or other words contain the typed text; names that begin with it come first. */
export function findPlaces(places: readonly Place[], typed: string): readonly Place[] {
  const query = typed.trim().toLowerCase()
  if (query === '') return places
  const rank = ({ label, group, words = '' }: Place): number => {
    if (label.toLowerCase().startsWith(query)) return 0
    if (label.toLowerCase().includes(query)) return 1
    return `${group ?? ''} ${words}`.toLowerCase().includes(query) ? 2 : 3
  }
  return places.filter((place) => rank(place) < 3).sort((a, b) => rank(a) - rank(b))
}

export function placeItem({ path, label, icon, group, letter }: Place): JumpItem {
  return {
    key: path,
    group: '页面',
    icon,
    title: label,
    note: group ?? undefined,
    to: path,
    keyName: letter && `g ${letter}`,
  }
}

/** Finds saved filters whose name contains the typed text, of lists that the duties allow; none for an empty text. */
export function findViews(views: readonly SavedView[], places: readonly Place[], typed: string): JumpItem[] {
  const query = typed.trim().toLowerCase()
  if (query === '') return []
  return views.flatMap((view) => {
    const place = places.find(({ path }) => path === `/${view.list}`)
    if (!place || !view.name.toLowerCase().includes(query)) return []
    const to = buildViewAddress(view)
    return [{ key: `view-${view.id}`, group: '我的视图', icon: Bookmark, title: view.name, note: place.label, to }]
  })
}
