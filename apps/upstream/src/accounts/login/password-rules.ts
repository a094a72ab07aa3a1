import {
  ESTIMATOR_LIMITS,
  findPasswordFault,
  listKnownWords,
  type PasswordOwner,
} from '@portal/contract/accounts/password-rule.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { badInput } from '#platform/errors.ts'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...ESTIMATOR_LIMITS })

/**
 * Checks a password before it is set; takes at most 5 ms of the calling thread.
 * @throws AppError with the reason in Chinese
 */
export function checkNewPassword(password: string, owner: PasswordOwner): void {
  // Normalises the password as the hash does: an accent that can be typed in two ways gives one password.
  const normal = password.normalize('NFC')
  const fault = findPasswordFault(normal) ?? findPasswordFault(normal, estimator.check(normal, listKnownWords(owner)))
  if (fault) throw badInput(fault)
}
