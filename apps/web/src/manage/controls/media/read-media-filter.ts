import type { QueryFor } from '@portal/contract/calls.ts'

/** Filters of a list of files in an address. */
export const MEDIA_FILTERS = ['search', 'by', 'from', 'to', 'minMb'] as const

/** Reads the filters of a list of files from an address; a view is a kind or a state. */
export function readMediaFilter(address: URLSearchParams): QueryFor<'GET /v1/manage/media/{id}'> {
  const view = address.get('view') ?? ''
  const set = MEDIA_FILTERS.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : []))
  return {
    ...(view !== '' && { [view === 'picture' || view === 'pdf' ? 'kind' : 'view']: view }),
    ...Object.fromEntries(set),
  }
}
