import type { ViewList } from '@portal/contract/site/saved-view-rules.ts'
import type { SavedView } from '@portal/contract/site/saved-views.ts'
import { create } from 'zustand'
import type { ApiClient } from '#lib/api/api-client.ts'

/** The caller's saved filters of all lists; empty until the shell has loaded them. */
export const useSavedViews = create<{ views: readonly SavedView[] }>()(() => ({ views: [] }))

/** Loads the views. A failure leaves the shown ones, because lists work without them. */
export async function loadSavedViews(api: ApiClient): Promise<void> {
  const views = await api.call('GET /v1/manage/views', { quiet: true }).catch(() => null)
  if (views) useSavedViews.setState({ views })
}

/** @throws ApiError, which the client shows */
export async function saveView(api: ApiClient, body: Pick<SavedView, 'list' | 'name' | 'query'>): Promise<void> {
  const saved = await api.call('POST /v1/manage/views', { body })
  setViews((views) => [...views, saved])
}

/** @throws ApiError, which the client shows except for a conflict: the views are then reloaded */
export async function renameView(api: ApiClient, { id, version }: SavedView, name: string): Promise<void> {
  const renamed = await api.call('PUT /v1/manage/views/{id}', { params: { id }, body: { name, version } })
  setViews((views) => views.map((view) => (view.id === id ? renamed : view)))
}

/** @throws ApiError, which the client shows */
export async function dropView(api: ApiClient, { id }: SavedView): Promise<void> {
  await api.call('DELETE /v1/manage/views/{id}', { params: { id } })
  setViews((views) => views.filter((view) => view.id !== id))
}

function setViews(change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  useSavedViews.setState(({ views }) => ({ views: change(views) }))
}

const LIST_PATHS: Readonly<Record<ViewList, string>> = {
  articles: '/articles',
  people: '/people',
  tickets: '/tickets',
  audit: '/audit',
  certificates: '/certificates',
}

/** Builds the address of the list with the filter of a view. */
export function buildViewAddress({ list, query }: Pick<SavedView, 'list' | 'query'>): string {
  return `${LIST_PATHS[list]}?${query}`
}

/** Parameters of the position in the list, which are no filters. */
const PLACE_NAMES: readonly string[] = ['after', 'before', 'open']

/** Serialises the filters of an address in a fixed order, so that two queries compare as text: `kind=1&view=late`. */
export function normaliseFilter(query: string | URLSearchParams): string {
  const filter = new URLSearchParams(query)
  for (const name of PLACE_NAMES) filter.delete(name)
  for (const [name, value] of [...filter]) if (value === '') filter.delete(name)
  filter.sort()
  return filter.toString()
}
