import type { Agent, Dispatcher } from 'undici'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { CircuitOpenError, classifyFailure } from './reachability.ts'
import type { UpstreamAddress } from './upstream-address.ts'

type Handler = Dispatcher.DispatchHandler

/**
 * Wraps connections with upstream's own paths and the circuit breaker, which admits requests and learns whether
 * upstream responded.
 */
export function guardStreams(agent: Agent, breaker: CircuitBreaker, address: UpstreamAddress): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => {
    if (!breaker.admits()) throw new CircuitOpenError()
    // All streams share one name: one hanging picture must not count as several calls.
    const path = address.getPath(options.method, options.path)
    return dispatch({ ...options, path }, watchHandler(handler, breaker, `${options.method} stream`))
  })
}

/** Reports the start of a response, which shows that upstream is reachable even if the rest fails. */
function watchHandler(handler: Handler, breaker: CircuitBreaker, name: string): Handler {
  let hasBegun = false
  return {
    onRequestStart: (...given) => handler.onRequestStart?.(...given),
    onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
    onResponseStart(...given) {
      hasBegun = true
      breaker.answered()
      return handler.onResponseStart?.(...given)
    },
    onResponseData: (...given) => handler.onResponseData?.(...given),
    onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
    onResponseError(...given) {
      const failure = hasBegun ? null : classifyFailure(given[1])
      if (failure) breaker.failed(failure, name)
      return handler.onResponseError?.(...given)
    },
  }
}
