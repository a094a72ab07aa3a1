import { hasFreshProof } from '#manage/staff/fresh-proof.ts'

export type ListFormat = 'csv' | 'xlsx'

const PATHS: Record<ListFormat, string> = {
  csv: '/v1/manage/certificates/export',
  xlsx: '/v1/manage/certificates/exportXlsx',
}

/** Downloads the certificates of a filter, after a proof of the second factor; the export is recorded. */
export async function downloadList(format: ListFormat, query: Readonly<Record<string, string>>): Promise<void> {
  if (!(await hasFreshProof('certificate.export'))) return
  const link = document.createElement('a')
  link.href = `${PATHS[format]}?${new URLSearchParams(query)}`
  link.download = ''
  link.click()
}
