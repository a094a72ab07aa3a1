import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import fp from 'fastify-plugin'
import type { FileFormLimits } from '#config/limits.ts'
import { malformed } from '#errors.ts'
import { createFileFormPlaces } from './file-form-places.ts'

/** No form of texts holds more. Bytes. */
const FORM_MAX_BYTES = 64 * 1024
/** All files of a form together, and its texts: they are in memory. Bytes. */
const FILES_FORM_MAX_BYTES = UPLOAD_MAX_BYTES + FORM_MAX_BYTES

/** The body of a form: text, or with files the bytes of `multipart/form-data`. */
export type FormBody = string | Uint8Array<ArrayBuffer>

interface Options {
  /** Takes `multipart/form-data` too, within these limits. */
  files?: FileFormLimits | undefined
}

/** For the routes registered beside it: the body is a form, `application/x-www-form-urlencoded`; nothing else is taken. */
export const formBody = fp<Options>(
  async (app, { files }) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      async (_request: unknown, body: string) => body,
    )
    if (files) {
      app.addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'buffer', bodyLimit: FILES_FORM_MAX_BYTES },
        async (_request: unknown, body: Buffer): Promise<FormBody> => new Uint8Array(body),
      )
      const admit = createFileFormPlaces(files)
      app.addHook('preParsing', async (request, reply, payload) =>
        request.headers['content-type']?.startsWith('multipart/') ? admit(request, reply.raw, payload) : payload,
      )
    }
    app.addHook('preValidation', async ({ method, body }) => {
      if (method === 'POST' && typeof body !== 'string' && !(body instanceof Uint8Array)) throw malformed()
    })
  },
  { name: 'form-body' },
)
