import { expect, it } from 'vitest'
import { classifyNetworkError } from './network-problem.ts'

it.each([
  ['ENOTFOUND', 'name'],
  ['ETIMEOUT', 'name'],
  ['EREFUSED', 'name'],
  ['ECONNREFUSED', 'connection'],
  ['ETIMEDOUT', 'connection'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  // The server sends its certificate without the intermediate ones.
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  [undefined, 'connection'],
])('%s: %s', (code, problem) => {
  expect(classifyNetworkError(Object.assign(new Error('failed'), { code }))).toBe(problem)
})
