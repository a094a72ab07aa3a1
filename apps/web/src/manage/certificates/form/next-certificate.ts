import type { ApiClient } from '#lib/api/api-client.ts'
import type { PendingChange } from '../desk-words.ts'

/** Members that the next sample of a lot shares with this one. */
const SHARED = ['standards', 'receivedOn', 'testedOn'] as const

/** Creates a certificate of the same category, dates and standards. @returns its number */
export async function createNext(api: ApiClient, { category, fields }: PendingChange['form']): Promise<string> {
  const { certificateNo } = await api.call('POST /v1/manage/certificates', { body: { category } })
  const shared = Object.fromEntries(
    SHARED.flatMap((member) => (fields[member] === undefined ? [] : [[member, fields[member]]])),
  )
  const form = { category, fields: shared, pictures: [] }
  const body = { revision: 1, form, answers: [] }
  // The certificate exists already: when this call fails, the page opens without the shared values.
  if (Object.keys(shared).length > 0) {
    await api.call('PUT /v1/manage/certificates/{certificateNo}', { params: { certificateNo }, body }).catch(() => {})
  }
  return certificateNo
}
