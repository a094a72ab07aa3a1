import type { Agent, Dispatcher } from 'undici'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { CircuitOpenError, failureOf } from './reachability.ts'

type Handler = Dispatcher.DispatchHandler

/** The same connections, whose requests ask the breaker first and tell it whether an answer came. */
export function guardStreams(agent: Agent, breaker: CircuitBreaker): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => {
    if (!breaker.admits()) throw new CircuitOpenError()
    // One name for all: a picture that hangs must not look like many calls that do.
    return dispatch(options, watched(handler, breaker, `${options.method} stream`))
  })
}

/** NonceStore an answer has begun upstream is there, whatever becomes of the rest. */
function watched(handler: Handler, breaker: CircuitBreaker, name: string): Handler {
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
      const failure = hasBegun ? null : failureOf(given[1])
      if (failure) breaker.failed(failure, name)
      return handler.onResponseError?.(...given)
    },
  }
}
