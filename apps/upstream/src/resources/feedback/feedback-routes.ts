import { HOUR_MS } from '@portal/contract/constants.ts'
import { sendFeedback } from '@portal/contract/directory.ts'
import type { FastifyPluginAsync } from 'fastify'
import { accountOf } from '#plugins/auth.ts'
import { createRateLimit } from '#rate-limit.ts'
import { ok, routeOf } from '#route-of.ts'
import type { FeedbackRepository } from './feedback-repository.ts'

const FEEDBACK_AN_HOUR = 10

interface Options {
  feedback: FeedbackRepository
  now: () => number
}

export const feedbackRoutes: FastifyPluginAsync<Options> = async (app, { feedback, now }) => {
  const limit = createRateLimit({ max: FEEDBACK_AN_HOUR, windowMs: HOUR_MS, now })

  app.route(
    routeOf(sendFeedback, async (request) => {
      const { id: userId } = accountOf(request)
      limit.check(userId)
      limit.use(userId)
      const { type, title, content, imgUrl } = request.body
      await feedback.add({ userId, type: Number(type), title, content, imgUrl: imgUrl ?? null })
      return ok(null)
    }),
  )
}
