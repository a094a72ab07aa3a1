import {
  findPasswordFault,
  type PasswordEstimate,
  type PasswordOwner,
} from '@portal/contract/accounts/password-rule.ts'
import { useState } from 'react'

type Estimate = (password: string, owner: PasswordOwner) => PasswordEstimate

/** Checks new passwords. The estimator is large, so it is loaded when the field gets the focus. */
export function usePasswordFault() {
  const [estimate, setEstimate] = useState<{ of: Estimate } | null>(null)
  const load = async (): Promise<Estimate | undefined> => {
    // When loading fails, e.g. offline, only upstream checks the password.
    const loaded = await import('#domain/people/password-estimator.ts').catch(() => null)
    if (loaded) setEstimate({ of: loaded.estimateStrength })
    return loaded?.estimateStrength
  }
  return {
    load: () => void load(),
    /** Checks while typing, with the estimator if it is loaded. */
    findFault: (password: string, owner: PasswordOwner) => findPasswordFault(password, estimate?.of(password, owner)),
    /** Checks before the form is sent, and waits for the estimator. */
    async check(password: string, owner: PasswordOwner) {
      return findPasswordFault(password, (await load())?.(password, owner))
    },
  }
}
