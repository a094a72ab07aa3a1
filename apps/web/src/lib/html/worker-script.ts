import { WORKER_POLICY } from './trusted-html.ts'

/** Part of the browser's Trusted Types, which TypeScript does not know yet. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): URL }
}

/** Wraps the address of a worker as the content security policy requires. @param address address from the build */
export function createWorkerAddress(address: string): string | URL {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  if (!factory) return address
  policy ??= factory.createPolicy(WORKER_POLICY, {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin) throw new Error('not a script of this site')
      return url
    },
  })
  return policy.createScriptURL(address)
}

let policy: ReturnType<PolicyFactory['createPolicy']> | undefined
