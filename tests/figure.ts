import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is `npm run test:soak`. */
    isSoak: boolean
  }
}

/**
 * Returns a figure that is small in `npm test` and full in `npm run test:soak` (decision 0037). For suites named
 * `*.soak.test.ts` or `*.soak.e2e.test.ts`, which the soak run selects by name.
 */
export function figure<T>({ quick, soak }: { quick: T; soak: T }): T {
  return inject('isSoak') ? soak : quick
}
