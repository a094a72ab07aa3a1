import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import fp from 'fastify-plugin'
import { malformed, overloaded } from '#errors.ts'

/** No form of texts holds more. Bytes. */
const FORM_MAX_BYTES = 64 * 1024
/** All files of a form together, and its texts: they are in memory. Bytes. */
const FILES_FORM_MAX_BYTES = UPLOAD_MAX_BYTES + FORM_MAX_BYTES
/** Forms with files at the same time, of all visitors. */
const FILES_FORMS_AT_ONCE = 2

/** The body of a form: text, or with files the bytes of `multipart/form-data`. */
export type FormBody = string | Uint8Array<ArrayBuffer>

interface Options {
  /** Takes `multipart/form-data` too. */
  takesFiles?: boolean
}

/** For the routes registered beside it: the body is a form, `application/x-www-form-urlencoded`; nothing else is taken. */
export const formBody = fp<Options>(
  async (app, { takesFiles = false }) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      async (_request: unknown, body: string) => body,
    )
    if (takesFiles) {
      app.addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'buffer', bodyLimit: FILES_FORM_MAX_BYTES },
        async (_request: unknown, body: Buffer): Promise<FormBody> => new Uint8Array(body),
      )
      let held = 0
      app.addHook('onRequest', async (request, reply) => {
        if (!request.headers['content-type']?.startsWith('multipart/')) return
        if (held >= FILES_FORMS_AT_ONCE) throw overloaded()
        held += 1
        reply.raw.once('close', () => {
          held -= 1
        })
      })
    }
    app.addHook('preValidation', async ({ method, body }) => {
      if (method === 'POST' && typeof body !== 'string' && !(body instanceof Uint8Array)) throw malformed()
    })
  },
  { name: 'form-body' },
)
