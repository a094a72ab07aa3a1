import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { useEffect, useReducer, useState } from 'react'
import type { LogCheck } from '#domain/log/check-logged.ts'
import { hasSeenLog } from '#domain/log/seen-log.ts'
import { useHydrated } from '#lib/use-hydrated.ts'

/**
 * `unscripted`: the state in the server's HTML. `missing`: the answer names no entry, although this browser has seen
 * the log.
 */
export type LogProof = LogCheck | { kind: 'checking' | 'unscripted' } | { kind: 'missing'; isWithdrawn: boolean }

/**
 * Checks a shown answer against the public log; the code for it is loaded on demand.
 * @returns `proof`, which is `null` for an answer without a place in the log when this browser has never seen one
 */
export function useLogProof(answer: CertificateAnswer): { proof: LogProof | null; retry: () => void } {
  const isHydrated = useHydrated()
  const [found, setFound] = useState<LogCheck | null>(null)
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt checks again
  useEffect(() => {
    if (!answer.log) return
    const controller = new AbortController()
    setFound(null)
    void check(answer, controller.signal).then((result) => !controller.signal.aborted && setFound(result))
    return () => controller.abort()
  }, [answer, attempt])
  if (!answer.log) {
    const isMissing = isHydrated && answer.certificate !== undefined && hasSeenLog()
    return { proof: isMissing ? { kind: 'missing', isWithdrawn: answer.state === 'withdrawn' } : null, retry }
  }
  return { proof: isHydrated ? (found ?? { kind: 'checking' }) : { kind: 'unscripted' }, retry }
}

async function check(answer: CertificateAnswer, signal: AbortSignal): Promise<LogCheck> {
  try {
    const { checkLogged } = await import('#domain/log/check-logged.ts')
    return await checkLogged(answer, { signal })
  } catch {
    // The code could not be loaded, or the visitor left the page.
    return { kind: 'unreachable' }
  }
}
