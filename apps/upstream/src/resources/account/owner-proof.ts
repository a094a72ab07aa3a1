import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { Dependencies } from '#dependencies.ts'
import { currentPasswordWrong, noProof, tooManyProofs, unauthenticated } from '#errors.ts'
import { createRateLimit } from '#rate-limit.ts'
import type { OwnAccount } from './own-account-repository.ts'

const WRONG_PROOFS = 5
const WRONG_PROOFS_MS = 15 * MINUTE_MS

interface Proof {
  password?: string | undefined
  code?: string | undefined
}

/**
 * Asks for more than a session, which may have been left open or stolen: the current password, or, where the account has
 * none, a code that is mailed to its address.
 */
export function createOwnerProof({ ownAccounts, passwords, codes, now }: Dependencies) {
  const wrong = createRateLimit({ max: WRONG_PROOFS, windowMs: WRONG_PROOFS_MS, refusal: tooManyProofs, now })

  /** @throws AppError when the proof is wrong, or was wrong too often */
  return async function prove(id: string, { password, code }: Proof, client: string): Promise<OwnAccount> {
    const own = await ownAccounts.find(id)
    if (!own) throw unauthenticated()
    if (own.passwordHash === null) {
      if (own.email === null) throw noProof()
      // Counts wrong codes itself.
      await codes.consume(own.email, code ?? '', client)
      return own
    }
    // Before the work is done, so that guesses at the same time count too.
    wrong.use(id)
    if (!(await passwords.verify(password ?? '', own.passwordHash, client))) throw currentPasswordWrong()
    wrong.forget(id)
    return own
  }
}
