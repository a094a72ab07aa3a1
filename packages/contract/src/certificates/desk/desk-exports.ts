import { Type } from 'typebox'
import { defineCall } from '../../call.ts'
import { deskFilter } from './desk.ts'
import { DESK_PAGE_SIZE } from './desk-rules.ts'

/** Ours: the list of the certificate desk as a file, without check codes. */

const exporting = {
  access: 'staff',
  duties: ['certify', 'review', 'approve'],
  fresh: true,
  query: Type.Object({
    ...deskFilter,
    /** Limits the export to these numbers, separated by commas: the selected rows of a page. */
    numbers: Type.Optional(
      Type.String({ pattern: `^SH\\d{14}(?:,SH\\d{14}){0,${DESK_PAGE_SIZE - 1}}$`, examples: ['SH20261103001285'] }),
    ),
  }),
  data: Type.Unknown(),
  file: true,
  audit: 'certificate.export',
} as const

export const exportDeskCsv = defineCall('GET /v1/manage/certificates/export', {
  ...exporting,
  summary: 'Ours: all certificates of a filter as a CSV file',
  fileName: 'certificates.csv',
})

export const exportDeskXlsx = defineCall('GET /v1/manage/certificates/exportXlsx', {
  ...exporting,
  summary: 'Ours: the same as an XLSX file; rows that no sheet can hold go on in a second one',
  fileName: 'certificates.xlsx',
})

export const deskExportCalls = [exportDeskCsv, exportDeskXlsx] as const
