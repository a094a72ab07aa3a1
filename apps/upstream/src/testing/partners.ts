import type { BodyFor, CallKey } from '@portal/contract/calls.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { createPartnerRepository, type PartnerForm } from '#partners/lookups/partner-repository.ts'
import type { TestUpstream } from './make-upstream.ts'

export const partnerForm: PartnerForm = {
  name: '绿松石行',
  contactEmail: 'tech@shop.example',
  scopes: ['check', 'webhooks'],
  dailyQuota: 1000,
  addresses: [],
  state: 'active',
}

export interface TestPartner {
  id: number
  key: string
  keyId: number
}

/** Makes a partner with one key. */
export async function makePartner(
  { db }: Pick<TestUpstream, 'db'>,
  form: Partial<PartnerForm> & { isTest?: boolean } = {},
  now: () => number = Date.now,
): Promise<TestPartner> {
  const { isTest = false, ...changes } = form
  const partners = createPartnerRepository({ db, now })
  const id = await partners.add({ ...partnerForm, ...changes })
  const { id: keyId, key } = await partners.addKey(id, isTest)
  return { id, key, keyId }
}

type PartnerCall = Extract<CallKey, `${string} /v1/partner/${string}`>

/** Makes a call of a partner with a key, directly at upstream. */
export async function askAsPartner<K extends PartnerCall>(
  { app }: Pick<TestUpstream, 'app'>,
  key: string,
  call: K,
  body?: BodyFor<K> | object,
): Promise<Envelope & { retryAfter: string | undefined }> {
  const [method, url] = call.split(' ') as ['GET', string]
  const headers = { authorization: `Bearer ${key}` }
  const reply = await app.inject({ method, url, headers, ...(body && { payload: body }) })
  return { ...reply.json(), retryAfter: reply.headers['retry-after'] }
}
