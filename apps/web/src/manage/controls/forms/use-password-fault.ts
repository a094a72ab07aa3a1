import { type PasswordEstimate, type PasswordOwner, passwordFault } from '@portal/contract/password-rule.ts'
import { useState } from 'react'

type Estimate = (password: string, owner: PasswordOwner) => PasswordEstimate

/** Why a new password is refused. The estimator is large and loaded when the field is entered. */
export function usePasswordFault() {
  const [estimate, setEstimate] = useState<{ of: Estimate } | null>(null)
  const load = async (): Promise<Estimate | undefined> => {
    // Without it, e.g. offline, upstream alone checks.
    const loaded = await import('#domain/people/password-estimator.ts').catch(() => null)
    if (loaded) setEstimate({ of: loaded.estimate })
    return loaded?.estimate
  }
  return {
    load: () => void load(),
    /** With what is loaded so far, while typing. */
    faultOf: (password: string, owner: PasswordOwner) => passwordFault(password, estimate?.of(password, owner)),
    /** Before the form is sent: waits for the estimator. */
    async check(password: string, owner: PasswordOwner) {
      return passwordFault(password, (await load())?.(password, owner))
    },
  }
}
