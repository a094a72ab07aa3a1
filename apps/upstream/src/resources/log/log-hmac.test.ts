import { createHmac, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { hmacSha256, newSalt } from './log-hmac.ts'

it('makes the HMAC of each text as Node does, and that of the format’s vector', () => {
  for (const length of [0, 1, 32, 63, 64]) {
    for (const text of ['', 'a', '绿松石 💎', 'x'.repeat(10_000)]) {
      const key = randomBytes(length)
      expect(hmacSha256(key, text)).toBe(createHmac('sha256', key).update(text).digest('base64'))
    }
  }
  const salt = Buffer.from(Array.from({ length: 32 }, (_none, at) => at))
  const text =
    '{"certificateNo":"SH20261103001285","conclusion":"绿松石","kind":"publish","totalMassG":"12.50","version":1}'
  const entry = Buffer.from(hmacSha256(salt, text), 'base64').toString('hex')
  expect(entry).toBe('6ef31afe2dcacf4389a54d33a8efa75513a6585b3b1af98f0b47dec3452de86c')
})

it('draws no salt twice', () => {
  const salts = Array.from({ length: 3000 }, () => newSalt())
  expect(new Set(salts.map((salt) => salt.toString('hex'))).size).toBe(3000)
  expect(new Set(salts.map(({ length }) => length))).toEqual(new Set([32]))
})
