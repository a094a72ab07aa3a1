import { expect, it } from 'vitest'
import { TEST_PASSWORD_COST } from '#testing/make-upstream.ts'
import { createPasswords, PASSWORD_COST } from './passwords.ts'

it('verifies only the right password, in either Unicode form', async () => {
  const passwords = createPasswords(TEST_PASSWORD_COST)
  const stored = await passwords.hash('caf\u00e9 玉')
  expect(stored).not.toContain('caf')
  expect(await passwords.verify('cafe\u0301 玉', stored)).toBe(true)
  expect(await passwords.verify('cafe 玉', stored)).toBe(false)
  expect(await passwords.verify('anything', null)).toBe(false)
})

it('verifies a hash of older parameters, and reports it as outdated', async () => {
  const stored = await createPasswords(TEST_PASSWORD_COST).hash('secret')
  const passwords = createPasswords({ logN: 5, r: 1, p: 1 })
  expect(await passwords.verify('secret', stored)).toBe(true)
  expect(passwords.isOutdated(stored)).toBe(true)
  expect(passwords.isOutdated(await passwords.hash('secret'))).toBe(false)
})

it('refuses requests above the queue limit', async () => {
  const passwords = createPasswords(TEST_PASSWORD_COST, 2)
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.hash('secret')))
  const refusal = answers.filter(({ status }) => status === 'rejected')
  expect(refusal.length).toBe(100 - 62)
  await expect(passwords.hash('afterwards')).resolves.toContain('scrypt$')
})

it('hashes for other clients while one floods it', async () => {
  const passwords = createPasswords(TEST_PASSWORD_COST, 2)
  const flood = Promise.allSettled(Array.from({ length: 100 }, () => passwords.hash('secret', '192.0.2.1')))
  await expect(passwords.hash('secret', '192.0.2.2')).resolves.toContain('scrypt$')
  expect((await flood).filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
})

it('works with the production parameters', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('secret')
  expect(stored).toMatch(new RegExp(`^scrypt\\$${PASSWORD_COST.logN}\\$8\\$3\\$`))
  expect(await passwords.verify('secret', stored)).toBe(true)
})
