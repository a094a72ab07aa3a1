import { toCallKey } from '@portal/contract/calls.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import { CODE } from '@portal/contract/errors.ts'
import { answerQuestion, cancelOrder, checkOrder } from '@portal/contract/orders/orders.ts'
import type { FastifyRequest } from 'fastify'
import type { LookupGuard } from '#certificates/lookup-guard.ts'
import { type MonotonicClock, systemClock, waitForMinimumTime } from '#certificates/minimum-response-time.ts'
import { getClientAddress } from '#request/client-address.ts'
import type { Effects, Settle } from './call-routes.ts'

interface Options {
  guard: LookupGuard
  clock: MonotonicClock | undefined
}

/** Guards the calls that a query code opens like certificate lookups: same budgets, proof of work and minimum time. */
export function createOrderEffects({ guard, clock = systemClock }: Options): [string, Effects][] {
  async function admit(request: FastifyRequest, isWrong: (envelope: Envelope) => boolean): Promise<Settle> {
    const { orderNo, code, proof } = request.body as { orderNo: string; code?: string; proof?: string }
    // A member acts on an own order without a code, so there is nothing to guess.
    if (code === undefined) return async () => {}
    const arrivedMs = clock.monotonicMs()
    const taken = await guard.admit(orderNo, proof, getClientAddress(request))
    return async (outcome) => {
      if (outcome === null || !isWrong(outcome.envelope)) return await taken.giveBack()
      taken.keep()
      await waitForMinimumTime(clock, arrivedMs)
    }
  }
  return [
    [
      toCallKey(checkOrder),
      { admit: (request) => admit(request, ({ code, data }) => code === CODE.ok && data === null) },
    ],
    ...[cancelOrder, answerQuestion].map((call): [string, Effects] => [
      toCallKey(call),
      { admit: (request) => admit(request, ({ code }) => code === CODE.rule) },
    ]),
  ]
}
