import type { QueryFor } from '@portal/contract/calls.ts'
import { AUDIT_SEARCH_MAX } from '@portal/contract/manage/audit-rules.ts'

type Query = QueryFor<'GET /v1/manage/audit'>

/** Filters in the address, as the call names them. */
export const AUDIT_FILTERS = ['actor', 'action', 'targetKind', 'targetId', 'outcome', 'from', 'to', 'search'] as const

/** The call's query from the address; odd values are left out. */
export function auditQuery(address: URLSearchParams): Query {
  const filters = AUDIT_FILTERS.flatMap((name) => {
    const value = address.get(name)
    return value ? [[name, name === 'search' ? value.slice(0, AUDIT_SEARCH_MAX) : value]] : []
  })
  const after = Number(address.get('after'))
  return {
    ...Object.fromEntries(filters),
    ...(Number.isInteger(after) && after > 0 && { after }),
  }
}

/** The same for the counts, which are of all pages. */
export function countQuery(address: URLSearchParams): Omit<Query, 'after'> {
  const { after: _after, ...filters } = auditQuery(address)
  return filters
}

/** Address of the file with the entries that the filters find. */
export function exportAddress(address: URLSearchParams): string {
  const query = new URLSearchParams(countQuery(address) as Record<string, string>)
  return `/v1/manage/audit/export${query.size > 0 ? `?${query}` : ''}`
}
