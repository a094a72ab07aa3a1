import { makePartner } from '../../../apps/upstream/src/testing/partners.ts'
import { type CallCheck, check } from '../call-check.ts'
import { getDemoCertificate } from './certificate-checks.ts'

const CHECK = 'POST /v1/partner/certificates/check'
const QUOTA = 'GET /v1/partner/quota'
const CHANGES = 'GET /v1/partner/certificates/changes'
const DELIVERIES = 'GET /v1/partner/deliveries'

export const partnerChecks: readonly CallCheck[] = [
  check(CHECK, 'answers pairs in order for a key, and 401 without one (ours)', 'reference', async (bench) => {
    const { visitor, see, reference } = bench
    const { key } = await makePartner(reference.upstream)
    const { certificateNo, checkCode } = getDemoCertificate()
    const pairs = [{ certificateNo, checkCode }, 'no pair', { certificateNo, checkCode: 'ZZZZZZ' }]
    see(await visitor().ask(CHECK, { body: { pairs } }), { status: 401, code: 401, extra: { reason: 'keyMissing' } })
    const headers = { authorization: `Bearer ${key}` }
    const answer = await visitor().ask(CHECK, { body: { pairs }, headers })
    see(answer, { status: 200, code: 200, extra: { quota: 1000, remaining: 998, isTest: false } })
    see(answer.data, [
      { certificateNo, answer: { state: 'valid', certificate: { certificateNo } } },
      { code: 'pairMalformed', fault: /编号和核对码/ },
      { certificateNo, answer: { state: 'unknown' } },
    ])
  }),

  check(QUOTA, 'says what is left today, without cost (ours)', 'reference', async ({ visitor, see, reference }) => {
    const { key } = await makePartner(reference.upstream, { dailyQuota: 7 })
    const headers = { authorization: `Bearer ${key}` }
    for (let nth = 0; nth < 2; nth += 1) {
      see(await visitor().ask(QUOTA, { headers }), { status: 200, data: { quota: 7, remaining: 7 } })
    }
    see(await visitor().ask(QUOTA), { status: 401, extra: { reason: 'keyMissing' } })
  }),

  check(CHANGES, 'lists what a partner has checked (ours)', 'reference', async ({ visitor, see, reference }) => {
    const { key } = await makePartner(reference.upstream)
    const { certificateNo, checkCode } = getDemoCertificate()
    const headers = { authorization: `Bearer ${key}` }
    await visitor().ask(CHECK, { body: { pairs: [{ certificateNo, checkCode }] }, headers })
    const answer = await visitor().ask(CHANGES, { query: { after: 0 }, headers })
    see(answer, { status: 200, code: 200, data: { hasMore: false } })
    see(await visitor().ask(CHANGES), { status: 401, extra: { reason: 'keyMissing' } })
  }),

  check(DELIVERIES, 'samples for a test key, 403 without polling (ours)', 'reference', async (bench) => {
    const { visitor, see, reference } = bench
    const ask = async (isTest: boolean) => {
      const { key } = await makePartner(reference.upstream, { isTest })
      return await visitor().ask(DELIVERIES, { query: { after: 1 }, headers: { authorization: `Bearer ${key}` } })
    }
    see(await ask(true), { status: 200, data: { records: [{ number: 2 }], next: 2, hasMore: false } })
    see(await ask(false), { status: 403, extra: { reason: 'pollingOff' } })
    see(await visitor().ask(DELIVERIES), { status: 401, extra: { reason: 'keyMissing' } })
  }),
]
