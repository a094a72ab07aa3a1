import type { QueryFor } from '@portal/contract/calls.ts'

type Query = QueryFor<'GET /v1/manage/audit'>

/** Filters in the address, as the call names them. */
export const AUDIT_FILTERS = ['actor', 'action', 'targetKind', 'targetId', 'outcome', 'from', 'to'] as const

/** The call's query from the address; odd values are left out. */
export function auditQuery(address: URLSearchParams): Query {
  const filters = AUDIT_FILTERS.flatMap((name) => {
    const value = address.get(name)
    return value ? [[name, value]] : []
  })
  const after = Number(address.get('after'))
  return { ...Object.fromEntries(filters), ...(Number.isInteger(after) && after > 0 && { after }) }
}

/** Address of the file with the entries that the filters find. */
export function exportAddress(address: URLSearchParams): string {
  const { after: _after, ...filters } = auditQuery(address)
  const query = new URLSearchParams(filters as Record<string, string>)
  return `/v1/manage/audit/export${query.size > 0 ? `?${query}` : ''}`
}
