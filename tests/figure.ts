import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is `npm run test:soak`. */
    isSoak: boolean
  }
}

/**
 * A figure that `npm test` takes small and `npm run test:soak` takes whole (decision 0037). For suites named
 * `*.soak.test.ts` or `*.soak.e2e.test.ts`: the soak run finds them by that.
 */
export function figure<T>({ quick, soak }: { quick: T; soak: T }): T {
  return inject('isSoak') ? soak : quick
}
