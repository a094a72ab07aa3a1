import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSite, type TestSite } from '#testing/make-site.ts'

const NO = makeCertificateNo('20261103', 128)
let site: TestSite
beforeAll(async () => {
  site = await makeSite()
})
afterAll(() => site.close())

it.each([
  [`/c/${NO}?v=2`, `/certificate-check?no=${NO}&v=2`],
  [`/c/${NO.toLowerCase()}`, `/certificate-check?no=${NO}`],
  [`/c/${NO}?v=%2F%2Fevil.test&no=1`, `/certificate-check?no=${NO}`],
  ['/c/SH20261103001284?v=1', '/certificate-check'],
  ['/c/%2F%2Fevil.test', '/certificate-check'],
  [`/e/${NO}?v=2`, `/en/certificate-check?no=${NO}&v=2`],
  ['/e/SH20261103001284?v=1', '/en/certificate-check'],
])('the short address of a QR code leads to the lookup: %s', async (from, to) => {
  const { statusCode, headers } = await site.app.inject(from)
  expect([statusCode, headers.location]).toEqual([302, to])
})
