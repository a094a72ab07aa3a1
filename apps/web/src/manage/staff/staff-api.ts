import { CODE } from '@portal/contract/errors.ts'
import { type ApiClient, type ApiFetch, createApiClient, getChallenge } from '#lib/api/api-client.ts'
import { showToast } from '#lib/toasts.ts'
import { passGate, readAction, readGate, useGate } from './gates.ts'

/** Maximum number of dialogs: login, then the proof, and once more when the session ends in between. */
const GATES_MAX = 3

/**
 * Creates the API client of the management pages. A call that is refused because the login has ended or the proof is missing
 * waits for the dialog and is sent again. Callers handle conflicts and challenges; the client shows other refusals.
 */
export function createStaffApi(fetch: ApiFetch = (address, init) => globalThis.fetch(address, init)): ApiClient {
  const inner = createApiClient({
    fetch,
    onError: ({ error }) => {
      if (getChallenge(error) || readGate(error) || error.code === CODE.conflict) return
      showToast('error', error.message, { reportId: error.reportId })
    },
  })
  return addGates(inner)
}

interface CommonOptions {
  signal?: AbortSignal | undefined
  quiet?: boolean
}

function addGates(inner: ApiClient, bound?: AbortSignal): ApiClient {
  async function sendThroughGates<T>(options: CommonOptions | undefined, send: () => Promise<T>): Promise<T> {
    for (let passed = 0; ; passed += 1) {
      try {
        const answer = await send()
        if (passed > 0) useGate.setState({ isShut: false })
        return answer
      } catch (reason) {
        const found = readGate(reason)
        if (found === 'login' || found === 'prove') useGate.setState({ isShut: true })
        const gate = options?.quiet ? null : found
        if (!gate || passed >= GATES_MAX) throw reason
        if (!(await passGate(gate, readAction(reason), options?.signal ?? bound))) throw reason
      }
    }
  }
  return {
    call: (key, ...options) => sendThroughGates(options[0] as CommonOptions, () => inner.call(key, ...options)),
    callWhole: (key, ...options) =>
      sendThroughGates(options[0] as CommonOptions, () => inner.callWhole(key, ...options)),
    callBff: (key) => inner.callBff(key),
    bindTo: (signal) => addGates(inner.bindTo(signal), signal),
  }
}
