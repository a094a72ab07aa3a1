import { AUDIT_SEARCH_MAX } from '@portal/contract/audit/audit-rules.ts'
import type { QueryFor } from '@portal/contract/calls.ts'

type Query = QueryFor<'GET /v1/manage/audit'>

/** Names of filters in the address, as the call names them. */
export const AUDIT_FILTERS = ['actor', 'action', 'targetKind', 'targetId', 'outcome', 'from', 'to', 'search'] as const

/** Builds the query of the call from the address; invalid values are left out. */
export function buildAuditQuery(address: URLSearchParams): Query {
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

/** Builds the query of the counts, which cover all pages. */
export function buildCountQuery(address: URLSearchParams): Omit<Query, 'after'> {
  const { after: _after, ...filters } = buildAuditQuery(address)
  return filters
}

/** Builds the address of the file with the matching entries. */
export function buildExportAddress(address: URLSearchParams): string {
  const query = new URLSearchParams(buildCountQuery(address) as Record<string, string>)
  return `/v1/manage/audit/export${query.size > 0 ? `?${query}` : ''}`
}
