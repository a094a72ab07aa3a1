import type { Call } from '@portal/contract/call.ts'
import { callKey, calls } from '@portal/contract/calls.ts'
import { HOUR_MS, SECOND_MS } from '@portal/contract/constants.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { Outdating } from '#cache/invalidation.ts'
import { StaleCache } from '#cache/stale-cache.ts'
import type { AnswerCleaning } from '#html/answer-cleaning.ts'
import type { CacheMetrics } from '#observability/cache-metrics.ts'
import { type Caller, requestHeaders } from '#request/caller.ts'
import type { UpstreamClient } from '#upstream/upstream-client.ts'
import { type AnswerReader, createAnswerReader } from './answer-reader.ts'
import { createKnownAddresses } from './cached-urls.ts'
import { type CallInput, upstreamBody, upstreamPath } from './call-input.ts'
import { createAddressGuard } from './guard-addresses.ts'

/** What came of a call. */
export interface CallOutcome {
  /** HTTP status to answer with. */
  status: number
  envelope: Envelope
  /** A login took place: the token goes into the cookie, nowhere else. */
  login: { token: string; userId: string } | null
  /** Upstream no longer knows the token. */
  isSessionOver: boolean
  /** Set when the answer came from the cache. */
  cached: { ageSeconds: number; state: string } | null
  /** When upstream would hear a refused call again. */
  retryAfterSeconds?: number | undefined
}

/** Makes the contract's calls at upstream. The same for a browser's request and for a page that is rendered here. */
export interface CallService {
  /** @throws AppError when upstream fails and nothing can be shown instead. */
  perform(call: Call, input: CallInput, caller: Caller): Promise<CallOutcome>
  /**
   * What `perform` would give a visitor now without asking, for an address as it was in an earlier request; `null`
   * where it is for `perform`.
   */
  kept(address: string): CallOutcome | null
  /** From now on this address stands for this call, whose input has been checked. */
  remember(address: string, call: Call, input: CallInput): void
  /** Is told the paths of calls whose answers another call has just changed. */
  onOutdated(listener: (paths: readonly string[]) => void): void
}

/** Memory for public answers, in characters. */
const CACHE_CHARS = 32_000_000
/** What keeping an answer costs besides its text, in characters: thousands of empty ones count too. */
const ENTRY_CHARS = 1_000
/** An answer is shown at once and refreshed behind for this many times its fresh time. */
const REFRESH_FACTOR = 30
/** With upstream down the last answer is shown for a day, with an `Age` that says so. */
const KEEP_MS = 24 * HOUR_MS

interface Answer {
  outcome: CallOutcome
  /** Length of its text. */
  size: number
  isStorable: boolean
}

interface Options {
  upstream: UpstreamClient
  cleaning: Pick<AnswerCleaning, 'clean'>
  /** The site's own, where it is configured. */
  publicOrigin?: string | null
  now: () => number
  /** Tells the other instances; left out, there are none. */
  outdating?: Outdating
  /** Counts what comes from the cache. */
  metrics?: CacheMetrics
}

export function createCallService(options: Options): CallService {
  const { upstream, cleaning, publicOrigin = null, now, outdating, metrics } = options
  const guardAddresses = createAddressGuard(publicOrigin)
  const readers = new Map<string, AnswerReader>(
    calls.map((call: Call) => [callKey(call), createAnswerReader(call, guardAddresses)]),
  )
  const cache = new StaleCache<Answer>({
    now,
    maxSize: CACHE_CHARS,
    sizeOf: ({ size }) => size + ENTRY_CHARS,
  })
  metrics?.watch('answers', cache)
  const known = createKnownAddresses()

  async function ask(call: Call, input: CallInput, caller: Caller): Promise<Answer> {
    const readAnswer = readers.get(callKey(call))
    if (!readAnswer) throw new Error(`no reader for ${call.method} ${call.path}`)
    const { session } = caller
    const body = upstreamBody(call, input, session)
    const request = {
      name: callKey(call),
      method: call.method,
      path: upstreamPath(call, input, session),
      headers: requestHeaders(caller, body !== undefined),
      ...(body === undefined ? {} : { body }),
    }
    // Cleaning is no part of the time that upstream took, nor of its faults.
    const { answer, unclean } = await upstream.request(request, (answered) => ({
      answer: answered,
      unclean: readAnswer(answered, session?.token),
    }))
    const { envelope, login } = await unclean.cleaned((texts) => cleaning.clean(texts, caller))
    const isUnauthenticated = envelope.code === CODE.unauthenticated || answer.status === CODE.unauthenticated
    const { status, retryAfterSeconds } = answer
    const outcome = { status, envelope, login, isSessionOver: isUnauthenticated, cached: null, retryAfterSeconds }
    return { outcome, size: answer.text.length, isStorable: answer.isStorable }
  }

  /** Public answers come from the cache; what is wrong with a request is passed on but not kept. */
  async function askThroughCache(call: Call, input: CallInput, caller: Caller, freshMs: number): Promise<CallOutcome> {
    const visitor = { ...caller, session: null }
    const key = keptKey(call, input)
    const times = { freshMs, refreshMs: freshMs * REFRESH_FACTOR, keepMs: KEEP_MS }
    let isOwnAnswer = false
    try {
      const { value, ageSeconds, state } = await cache.get(key, times, async () => {
        isOwnAnswer = true
        const answer = await ask(call, input, visitor)
        const { code } = answer.outcome.envelope
        // An answer with an error's status is for whoever asked, whatever stands in it.
        if (answer.outcome.status >= 300) throw new ErrorAnswer(answer.outcome)
        // «No such article» ends what is kept; «busy» is a failure that an older answer covers.
        if (code !== CODE.ok && code !== CODE.rule) throw new ErrorAnswer(answer.outcome)
        return { value: answer, isKept: code === CODE.ok && answer.isStorable }
      })
      if (value.isStorable) return { ...value.outcome, cached: { ageSeconds, state } }
      // An answer for one client alone (a read gate that its address has passed) is not for who asked at the same time.
      return isOwnAnswer ? value.outcome : (await ask(call, input, visitor)).outcome
    } catch (error) {
      if (error instanceof ErrorAnswer) return error.outcome
      throw error
    }
  }

  function forgetAnswers(paths: readonly string[]): void {
    cache.forget((key) => paths.includes(key.slice('GET '.length).split('?', 1)[0] ?? ''))
    for (const tell of listeners) tell(paths)
  }

  const listeners: ((paths: readonly string[]) => void)[] = []
  outdating?.listen(forgetAnswers)
  const tellOutdated = outdating?.tell ?? forgetAnswers

  return {
    async perform(call, input, caller) {
      const isShared = call.cache && (call.cache.sameForAll || !caller.session)
      if (call.cache && isShared) return askThroughCache(call, input, caller, call.cache.freshSeconds * SECOND_MS)
      const { outcome } = await ask(call, input, caller)
      if (call.outdates && outcome.envelope.code === CODE.ok) tellOutdated(call.outdates)
      return outcome
    },
    kept(address) {
      const place = known.get(address)
      const answer = place && cache.fresh(place.key, place.freshMs)
      if (!answer?.value.isStorable) return null
      return { ...answer.value.outcome, cached: { ageSeconds: answer.ageSeconds, state: answer.state } }
    },
    remember(address, call, input) {
      if (call.cache && call.method === 'GET') {
        known.set(address, { key: keptKey(call, input), freshMs: call.cache.freshSeconds * SECOND_MS })
      }
    },
    onOutdated: (listener) => void listeners.push(listener),
  }
}

/** Under which the answer to a call is kept: equal questions have one. */
function keptKey(call: Call, input: CallInput): string {
  return `${call.method} ${upstreamPath(call, input, null)}`
}

/** Carries an error answer of upstream past the cache. */
class ErrorAnswer extends Error {
  readonly outcome: CallOutcome

  constructor(outcome: CallOutcome) {
    super('upstream answered an error')
    this.outcome = outcome
  }
}
