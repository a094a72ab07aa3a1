import {
  ESTIMATOR_LIMITS,
  listKnownWords,
  type PasswordEstimate,
  type PasswordOwner,
} from '@portal/contract/accounts/password-rule.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...ESTIMATOR_LIMITS })

/** Large dictionaries: `password-fields.tsx` loads this on focus of a new password. */
export function estimateStrength(password: string, owner: PasswordOwner): PasswordEstimate {
  return estimator.check(password.normalize('NFC'), listKnownWords(owner))
}
