import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import fp from 'fastify-plugin'
import type { FileFormLimits } from '#config/limits.ts'
import { malformed } from '#errors.ts'
import { createFileFormPlaces } from './file-form-places.ts'

/** Maximum size of a form with texts only. Bytes. */
const FORM_MAX_BYTES = 64 * 1024
/** Maximum size of a form with files, including its texts: they are in memory. Bytes. */
const FILES_FORM_MAX_BYTES = UPLOAD_MAX_BYTES + FORM_MAX_BYTES

/** Body of a form: text, or with files the bytes of `multipart/form-data`. */
export type FormBody = string | Uint8Array<ArrayBuffer>

interface Options {
  /** Accepts `multipart/form-data` too, within these limits. */
  files?: FileFormLimits | undefined
}

/** Makes the routes registered beside it accept forms, `application/x-www-form-urlencoded`, and nothing else. */
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
