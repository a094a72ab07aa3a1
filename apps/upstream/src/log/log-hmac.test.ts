import { expect, it } from 'vitest'
import { computeHmacSha256 } from './log-hmac.ts'

it('makes the HMAC of the format’s vector', () => {
  const salt = Buffer.from(Array.from({ length: 32 }, (_none, at) => at))
  const text =
    '{"certificateNo":"SH20261103001285","conclusion":"绿松石","kind":"publish","totalMassG":"12.50","version":1}'
  const entry = Buffer.from(computeHmacSha256(salt, text), 'base64').toString('hex')
  expect(entry).toBe('6ef31afe2dcacf4389a54d33a8efa75513a6585b3b1af98f0b47dec3452de86c')
})
