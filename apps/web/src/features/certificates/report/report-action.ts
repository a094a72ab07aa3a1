import { REPORT_PICTURES_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { CODE } from '@portal/contract/errors.ts'
import { data } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { defineAction } from '#lib/api/define-action.ts'
import { faultsOf, type ReportDraft, type ReportFault, readReport, toReport } from './report-draft.ts'

/** Result of a report. `failed`: not accepted; `code` and `message` are those of the answer. */
export type ReportOutcome =
  | { kind: 'sent' }
  | { kind: 'faulty'; draft: ReportDraft; faults: ReportFault }
  | { kind: 'failed'; draft: ReportDraft; code: number; message: string }

/** Sends a report. Every result but `sent` returns the input. */
export const reportAction = defineAction(async ({ api, form, request }) => {
  const draft = readReport((name) => form.get(name))
  const faults = faultsOf(draft)
  if (Object.keys(faults).length > 0) return withStatus({ kind: 'faulty', draft, faults }, CODE.malformed)
  try {
    const pictures = form.getAll('picture').map(String).slice(0, REPORT_PICTURES_MAX)
    const body = { ...toReport(draft), ...(pictures.length > 0 && { pictures }) }
    await api.call('POST /v1/certificate/report', { body, quiet: true })
    return withStatus({ kind: 'sent' }, CODE.ok)
  } catch (reason) {
    if (request.signal.aborted) throw reason
    const { code, message } = reason instanceof ApiError ? reason : { code: 0, message: '' }
    const status = code === CODE.tooMany ? code : CODE.overloaded
    return withStatus({ kind: 'failed', draft, code, message }, status)
  }
})

function withStatus(outcome: ReportOutcome, status: number) {
  return data(outcome, { status })
}
