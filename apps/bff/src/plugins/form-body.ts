import fp from 'fastify-plugin'
import { malformed } from '#errors.ts'

/** No form of ours holds more. Bytes. */
const FORM_MAX_BYTES = 64 * 1024

/**
 * For the routes registered beside it: the body is a form, `application/x-www-form-urlencoded`, given as text; nothing
 * else is taken.
 */
export const formBody = fp(
  async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      async (_request: unknown, body: string) => body,
    )
    app.addHook('preValidation', async (request) => {
      if (request.method === 'POST' && typeof request.body !== 'string') throw malformed()
    })
  },
  { name: 'form-body' },
)
