import { Bookmark, type LucideIconData } from '@lucide/icons'
import type { SavedView } from '@portal/contract/manage/saved-views.ts'
import { addressOf } from '#manage/controls/views/saved-views.ts'
import type { Place } from './place.ts'

/** Where the jump list can lead. */
export interface JumpItem {
  /** Unique in the list. */
  key: string
  /** Its heading in the list. */
  group: '页面' | '我的视图' | '证书' | '用户' | '工单' | '文章'
  icon: LucideIconData
  title: string
  /** Beside the title, small. */
  note?: string | undefined
  /** Below `/manage`; with `isPublic` an address of the public site. */
  to: string
  isPublic?: true
  /** What also leads there: `g a`. */
  keyName?: string | undefined
}

/** Places whose name, group or other words contain what was typed; those whose name begins with it come first. */
export function findPlaces(places: readonly Place[], typed: string): readonly Place[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return places
  const rank = ({ label, group, words = '' }: Place): number => {
    if (label.toLowerCase().startsWith(wanted)) return 0
    if (label.toLowerCase().includes(wanted)) return 1
    return `${group ?? ''} ${words}`.toLowerCase().includes(wanted) ? 2 : 3
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

/** Saved filters whose name contains what was typed, of lists that the duties allow; none before something is typed. */
export function findViews(views: readonly SavedView[], places: readonly Place[], typed: string): JumpItem[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  return views.flatMap((view) => {
    const place = places.find(({ path }) => path === `/${view.list}`)
    if (!place || !view.name.toLowerCase().includes(wanted)) return []
    const to = addressOf(view)
    return [{ key: `view-${view.id}`, group: '我的视图', icon: Bookmark, title: view.name, note: place.label, to }]
  })
}
