import type { ApiClient } from '#lib/api/api-client.ts'
import type { DeskWork } from '../desk-words.ts'

/** What the next sample of a lot has in common with this one. */
const SHARED = ['standards', 'receivedOn', 'testedOn'] as const

/** Makes a certificate of the same category, dates and standards. @returns its number */
export async function createNext(api: ApiClient, { category, fields }: DeskWork['form']): Promise<string> {
  const { certificateNo } = await api.call('POST /v1/manage/certificates', { body: { category } })
  const shared = Object.fromEntries(
    SHARED.flatMap((member) => (fields[member] === undefined ? [] : [[member, fields[member]]])),
  )
  const form = { category, fields: shared, pictures: [] }
  const body = { revision: 1, form, answers: [] }
  // The number exists by now: the page opens without them at worst.
  if (Object.keys(shared).length > 0) {
    await api.call('PUT /v1/manage/certificates/{certificateNo}', { params: { certificateNo }, body }).catch(() => {})
  }
  return certificateNo
}
