import type { Call } from '@portal/contract/call.ts'
import { calls, toCallKey } from '@portal/contract/calls.ts'
import { HOUR_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { Invalidation } from '#cache/invalidation.ts'
import { StaleCache } from '#cache/stale-cache.ts'
import type { AnswerCleaning } from '#html/answer-cleaning.ts'
import type { CacheMetrics } from '#observability/cache-metrics.ts'
import { type Caller, createRequestHeaders } from '#request/caller.ts'
import { CachedResponse } from '#responses/cached-response.ts'
import { EDGE_MAX_MS } from '#responses/edge-answer.ts'
import type { UpstreamAnswer, UpstreamClient } from '#upstream/upstream-client.ts'
import { createAnswerReader } from './answer-reader.ts'
import { type CallInput, makeUpstreamBody, makeUpstreamPath } from './call-input.ts'
import { createAddressGuard } from './guard-addresses.ts'

/** A cached public answer. */
export interface CachedAnswer {
  response: CachedResponse
  ageSeconds: number
  state: string
}

/** The result of a call. */
export interface CallOutcome {
  /** HTTP status of the response. */
  status: number
  envelope: Envelope
  /** Upstream's answer as received; `null` for a cached one. */
  source: Pick<UpstreamAnswer, 'text' | 'bytes'> | null
  /** Token and user of a login: the token goes into the cookie only. */
  login: { token: string; userId: string } | null
  /** Upstream no longer knows the token. */
  isSessionOver: boolean
  /** Set when the answer is in the cache. */
  cached: CachedAnswer | null
  /** Seconds after which upstream would accept a refused call. */
  retryAfterSeconds?: number | undefined
}

export type CallService = ReturnType<typeof createCallService>

/** Memory for public answers, in characters. */
const CACHE_CHARS = 32_000_000
/** Overhead of a cached answer, in characters: thousands of empty ones count too. */
const ENTRY_CHARS = 1_000
/** An answer is returned at once and refreshed in the background up to this many times its fresh time. */
const REFRESH_FACTOR = 30
/** The last answer is returned for a day while upstream is down, with its `Age`. */
const KEEP_MS = 24 * HOUR_MS

interface Answer {
  outcome: CallOutcome
  isStorable: boolean
  /** Set if the answer may be cached. */
  response: CachedResponse | null
  freshMs: number
  /** Time until the answer changes by itself. ms. */
  changesInMs?: number | undefined
}

interface Options {
  upstream: UpstreamClient
  cleaning: Pick<AnswerCleaning, 'clean'>
  /** The site's own origin, where it is configured. */
  publicOrigin?: string | null
  now: () => number
  /** Reaches the other instances; absent when there are none. */
  invalidation?: Invalidation
  /** Exports figures of the cache. */
  metrics?: CacheMetrics
}

/** Makes the contract's calls at upstream, for browsers' requests and for pages that are rendered here. */
export function createCallService(options: Options) {
  const { upstream, cleaning, publicOrigin = null, now, invalidation, metrics } = options
  const guardAddresses = createAddressGuard(publicOrigin)
  const known = new Map(
    calls.map((call: Call) => [call, { name: toCallKey(call), readAnswer: createAnswerReader(call, guardAddresses) }]),
  )
  const cache = new StaleCache<Answer>({
    now,
    maxSize: CACHE_CHARS,
    getSize: ({ response }) => (response?.text.length ?? 0) + ENTRY_CHARS,
  })
  metrics?.watch('answers', cache)

  async function ask(call: Call, input: CallInput, caller: Caller): Promise<Answer> {
    const { name, readAnswer } = known.get(call) ?? {}
    if (!name || !readAnswer) throw new Error(`no call ${call.method} ${call.path} in the contract`)
    const { session } = caller
    const body = makeUpstreamBody(call, input, session)
    const request = {
      name,
      method: call.method,
      path: makeUpstreamPath(call, input, session),
      headers: createRequestHeaders(caller, body !== undefined),
      ...(body === undefined ? {} : { body }),
    }
    // Sanitising does not count as upstream's time or failure.
    const { answer, unclean } = await upstream.request(request, (answered) => ({
      answer: answered,
      unclean: readAnswer(answered, session?.token),
    }))
    const { envelope, login } = await unclean.cleaned((texts) => cleaning.clean(texts, caller))
    const isSessionOver = envelope.code === CODE.unauthenticated || answer.status === CODE.unauthenticated
    const { status, retryAfterSeconds, changesInMs } = answer
    const outcome = { status, envelope, source: answer, login, isSessionOver, cached: null, retryAfterSeconds }
    return { outcome, isStorable: answer.isStorable, response: null, freshMs: 0, changesInMs }
  }

  /** Caches public answers; returns errors without caching them. */
  async function callThroughCache(call: Call, input: CallInput, caller: Caller, freshMs: number): Promise<CallOutcome> {
    const visitor = { ...caller, session: null }
    const key = makeUpstreamPath(call, input, null)
    const times = { freshMs, refreshMs: freshMs * REFRESH_FACTOR, keepMs: KEEP_MS }
    let isOwnAnswer = false
    try {
      const { value, ageSeconds, state } = await cache.get(key, times, async () => {
        isOwnAnswer = true
        const answer = await ask(call, input, visitor)
        const { code } = answer.outcome.envelope
        // A response with an error status is never shared, even if its envelope says success.
        if (answer.outcome.status >= 300) throw new ErrorAnswer(answer.outcome)
        // «No such article» removes the cached answer; «busy» is a failure, which an older answer covers.
        if (code !== CODE.ok && code !== CODE.rule) throw new ErrorAnswer(answer.outcome)
        if (code !== CODE.ok || !answer.isStorable) return { value: answer, isKept: false }
        const response = new CachedResponse(answer.outcome.status, JSON.stringify(answer.outcome.envelope))
        const outcome = { ...answer.outcome, source: null }
        return { value: { ...answer, outcome, response, freshMs }, isKept: true, changesInMs: answer.changesInMs }
      })
      const { outcome, response } = value
      if (value.isStorable) return { ...outcome, cached: response && { response, ageSeconds, state } }
      // An answer that depends on the client (e.g. an unlocked read gate) is not shared between concurrent requests.
      return isOwnAnswer ? outcome : (await ask(call, input, visitor)).outcome
    } catch (error) {
      if (error instanceof ErrorAnswer) return error.outcome
      throw error
    }
  }

  function forgetAnswers(paths: readonly string[]): void {
    cache.forget((key) => paths.includes(key.split('?', 1)[0] ?? ''))
    for (const onChange of listeners) onChange(paths)
  }

  const listeners: ((paths: readonly string[]) => void)[] = []
  invalidation?.subscribe(forgetAnswers)
  const publishInvalidation = invalidation?.publish ?? forgetAnswers

  return {
    /** @throws AppError when upstream fails and nothing is cached. */
    async perform(call: Call, input: CallInput, caller: Caller): Promise<CallOutcome> {
      const isShared = call.cache && (call.cache.sameForAll || !caller.session)
      if (call.cache && isShared) return callThroughCache(call, input, caller, call.cache.freshSeconds * SECOND_MS)
      const { outcome } = await ask(call, input, caller)
      if (call.invalidates && outcome.envelope.code === CODE.ok) publishInvalidation(call.invalidates)
      return outcome
    },
    /**
     * Returns the fresh public answer for a URL (path and query, canonical: `makeUpstreamPath`). A cached key was made from
     * a validated query, so a URL that equals it needs no validation.
     */
    cached(url: string): CachedAnswer | null {
      const answer = cache.fresh(url, ({ freshMs }) => freshMs)
      if (!answer?.value.response) return null
      return { response: answer.value.response, ageSeconds: answer.ageSeconds, state: answer.state }
    },
    /** Whether the answer to a URL is fresh and does not change by itself within the time that nginx may cache it. */
    staysCurrent: (url: string, response: CachedResponse) =>
      cache.peekLasting(url, ({ freshMs }) => freshMs, EDGE_MAX_MS)?.response === response,
    /**
     * Returns the time until the cached answer for a URL changes by itself, in ms; `null` when it does not change or is
     * not cached.
     */
    changesInMs: (url: string) => cache.changesInMs(url),
    /** Drops the answers of these calls on this instance. */
    invalidate: forgetAnswers,
    /** Receives the paths of the calls whose answers another call has changed. */
    onInvalidated: (listener: (paths: readonly string[]) => void) => void listeners.push(listener),
  }
}

/** Carries an error response of upstream past the cache. */
class ErrorAnswer extends Error {
  readonly outcome: CallOutcome

  constructor(outcome: CallOutcome) {
    super('upstream answered with an error')
    this.outcome = outcome
  }
}
