import { emailLogin, emailRegister, forgetPassword } from '@portal/contract/accounts/login.ts'
import { toCallKey } from '@portal/contract/calls.ts'
import { sendVisitorFeedback } from '@portal/contract/site/directory.ts'
import type { FastifyRequest } from 'fastify'
import type { FeedbackGuard } from '#guards/feedback-guard.ts'
import { computeAccountKey, type LoginGuard } from '#guards/login-guard.ts'
import { getClientAddress } from '#request/client-address.ts'
import { addAccount } from '#session/known-device.ts'
import type { SessionCookies } from '#session/session-cookie.ts'
import type { Effects, Settle } from './call-routes.ts'

interface Options {
  cookies: SessionCookies
  loginGuard: LoginGuard
  feedbackGuard: FeedbackGuard
}

/** Body of the calls that take a password or a mailed code from a visitor. */
interface SecretBody {
  email: string
  proof?: string
}

/** Guards calls that require a proof of work after too many failures, or always. */
export function createGuardEffects({ cookies, loginGuard, feedbackGuard }: Options): [string, Effects][] {
  async function admit(request: FastifyRequest, secret: 'password' | 'code'): Promise<Settle> {
    const { email, proof } = request.body as SecretBody
    const device = cookies.readKnownDevice(request)
    const settle = await loginGuard.admit({ secret, account: email, proof, address: getClientAddress(request), device })
    return async (outcome, reply) => {
      await settle(outcome)
      if (outcome?.login) cookies.writeKnownDevice(reply, addAccount(device, computeAccountKey(email)))
    }
  }

  async function admitFeedback(request: FastifyRequest): Promise<Settle> {
    const { proof } = request.body as { proof?: string }
    return feedbackGuard.admit(proof, getClientAddress(request))
  }

  return [
    [toCallKey(emailLogin), { admit: (request) => admit(request, 'password') }],
    [toCallKey(emailRegister), { admit: (request) => admit(request, 'code') }],
    [toCallKey(forgetPassword), { admit: (request) => admit(request, 'code') }],
    [toCallKey(sendVisitorFeedback), { admit: admitFeedback }],
  ]
}
