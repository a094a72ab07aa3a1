import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { Certificate, CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import type { CertificateChange, PolledDelivery } from '@portal/contract/partners/partner-calls.ts'
import type { TrialEvent } from '@portal/contract/partners/webhook-rules.ts'
import { writeOrderBody } from '#orders/order-webhooks.ts'
import { READY_SAMPLE } from '#partners/orders/sample-orders.ts'
import { eventBody } from '#partners/webhooks/event-body.ts'
import { signedHeaders } from '#partners/webhooks/signing.ts'

/**
 * Day of the samples that test keys get: five fixed numbers of a day before the laboratory existed, one for each state.
 */

const SAMPLE_DAY = '20000101'
/** Check code of every sample. */
export const SAMPLE_CODE = 'TEST23'
/** Secret that signs sample deliveries. It is no secret: the guide for partners has it. */
export const SAMPLE_SECRET = 'whsec_c2FtcGxlLXNlY3JldC1mb3ItcGFydG5lcnMtb25seSE='
/** Support number of the sample `unknown`. */
const SAMPLE_SUPPORT_NO = 'Q-TEST-2345'

export const SAMPLE_NOS = {
  valid: makeCertificateNo(SAMPLE_DAY, 1),
  reissued: makeCertificateNo(SAMPLE_DAY, 2),
  withdrawn: makeCertificateNo(SAMPLE_DAY, 3),
  examination: makeCertificateNo(SAMPLE_DAY, 4),
  unknown: makeCertificateNo(SAMPLE_DAY, 5),
} as const

const makeCertificate = (certificateNo: string): Certificate => ({
  certificateNo,
  version: 1,
  category: 'turquoise',
  conclusion: '绿松石',
  shape: '椭圆弧面型',
  totalMassG: 12.36,
  color: '天蓝色',
  refractiveIndex: '1.61（点测）',
  specificGravity: 2.76,
  standards: ['GB/T 16552', 'GB/T 16553'],
  remarks: '示例，不是证书',
  issuedOn: '2000-01-05',
})

const SAMPLES: ReadonlyMap<string, CertificateAnswer> = new Map<string, CertificateAnswer>([
  [SAMPLE_NOS.valid, { state: 'valid', certificate: makeCertificate(SAMPLE_NOS.valid) }],
  [
    SAMPLE_NOS.reissued,
    {
      state: 'reissued',
      certificate: makeCertificate(SAMPLE_NOS.reissued),
      newerNo: SAMPLE_NOS.valid,
      changedOn: '2000-01-06',
    },
  ],
  [
    SAMPLE_NOS.withdrawn,
    {
      state: 'withdrawn',
      certificate: makeCertificate(SAMPLE_NOS.withdrawn),
      reason: '示例：样品信息登记有误',
      changedOn: '2000-01-06',
    },
  ],
  [
    SAMPLE_NOS.examination,
    {
      state: 'examination',
      certificateNo: SAMPLE_NOS.examination,
      category: 'turquoise',
      receivedOn: '2000-01-01',
    },
  ],
])

export function sampleAnswer(certificateNo: string, checkCode: string): CertificateAnswer {
  const sample = checkCode === SAMPLE_CODE ? SAMPLES.get(certificateNo) : undefined
  return sample ?? { state: 'unknown', supportNo: SAMPLE_SUPPORT_NO }
}

const SAMPLE_CHANGES: readonly CertificateChange[] = [
  { certificateNo: SAMPLE_NOS.valid, version: 1, state: 'valid', changedOn: null, newerNo: null, logIndex: 0 },
  {
    certificateNo: SAMPLE_NOS.reissued,
    version: 1,
    state: 'reissued',
    changedOn: '2000-01-06',
    newerNo: SAMPLE_NOS.valid,
    logIndex: 1,
  },
  {
    certificateNo: SAMPLE_NOS.withdrawn,
    version: 1,
    state: 'withdrawn',
    changedOn: '2000-01-06',
    newerNo: null,
    logIndex: 2,
  },
]
/** Samples of one answer: less than all, so that programs meet a second page. */
const SAMPLE_PAGE = 2

/** The list of changes for test keys. */
export function listSampleChanges(after: number) {
  const waiting = SAMPLE_CHANGES.filter(({ logIndex }) => logIndex >= after)
  const records = waiting.slice(0, SAMPLE_PAGE)
  const last = records.at(-1)
  return { records, next: last ? last.logIndex + 1 : after, hasMore: waiting.length > records.length }
}

const SAMPLE_TIME = Date.UTC(2000, 0, 6, 2)
const CHANGED = { version: 1, changed_on: '2000-01-06', sequence: 1, body: null }

/** Events of the samples, by their numbers from 1. */
const SAMPLE_EVENTS = [
  {
    ...CHANGED,
    event: 'certificate.reissued',
    certificate_no: SAMPLE_NOS.reissued,
    newer_no: SAMPLE_NOS.valid,
    log_index: 1,
  },
  { ...CHANGED, event: 'certificate.withdrawn', certificate_no: SAMPLE_NOS.withdrawn, newer_no: null, log_index: 2 },
  {
    event: 'order.ready',
    certificate_no: READY_SAMPLE.orderNo,
    version: null,
    changed_on: null,
    newer_no: null,
    log_index: null,
    sequence: 1,
    body: writeOrderBody('order.ready', READY_SAMPLE, { sequence: 1, at: SAMPLE_TIME }),
  },
] as const

/** Content of the event by which staff try an endpoint; `undefined`: it has none. */
export const findTrialContent = (name: TrialEvent) => SAMPLE_EVENTS.find(({ event }) => event === name)

/** What a test key polls. Nothing is acknowledged: it is answered for every smaller `after`. */
export function listSampleDeliveries(after: number, now: number) {
  const records = SAMPLE_EVENTS.map((event, nth): PolledDelivery => {
    const [number, body] = [nth + 1, eventBody({ ...event, created_at: SAMPLE_TIME })]
    return { number, headers: signedHeaders({ id: `msg_sample_${number}`, body, at: now }, [SAMPLE_SECRET]), body }
  })
  const waiting = records.filter(({ number }) => number > after)
  return { records: waiting, next: Math.max(after, SAMPLE_EVENTS.length), hasMore: false }
}
