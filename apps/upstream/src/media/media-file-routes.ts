import { extname } from 'node:path'
import type { Call, CallParams } from '@portal/contract/call.ts'
import { toRouterPath } from '@portal/contract/calls.ts'
import { getMediaDocument, getMediaPicture } from '@portal/contract/media/media.ts'
import { MEDIA_FRESH_SECONDS, type MediaKind } from '@portal/contract/media/media-rules.ts'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/open.ts'
import { noSuchCall } from '#platform/errors.ts'
import { answerFileError, CONTENT_TYPES } from '#platform/files/file-routes.ts'
import type { Files } from '#platform/files/open-files.ts'
import { type PictureWidths, parseWidthName, toWidthName } from '#platform/files/picture-widths.ts'

const GONE = 410
const PARTIAL = 206
const UNSATISFIABLE = 416

/** Headers of a file that anybody may get, and no browser runs. */
const HEADERS = {
  'cache-control': `public, max-age=${MEDIA_FRESH_SECONDS}`,
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
} as const

/**
 * Names a download. Old programs read the first name, which is ASCII. The ending is always that of a PDF: a system would run the
 * same bytes as a program under another one.
 */
function toDisposition(name: string, addressName: string): string {
  const whole = /\.pdf$/i.test(name) ? name : `${name}.pdf`
  const encoded = encodeURIComponent(whole.toWellFormed()).replace(
    /['()*!]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${addressName}"; filename*=UTF-8''${encoded}`
}

/** Reads `bytes=a-b`, `bytes=a-` and `bytes=-n`; other forms are ignored, as the standard allows. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}

interface Options {
  db: Db
  files: Pick<Files, 'uploads'>
  pictureWidths: PictureWidths
}

/** Serves the files of the library. Their content may change, so browsers ask again after ten minutes. */
export const mediaFileRoutes: FastifyPluginAsync<Options> = async (app, { db, files, pictureWidths }) => {
  app.setErrorHandler(answerFileError)
  async function find(kind: MediaKind, { id, name }: CallParams<typeof getMediaPicture>) {
    const asked = parseWidthName(name)
    const row = await db
      .selectFrom('media')
      .select(['file', 'name', 'sha256', 'deleted_at', 'is_searchable', 'address_name'])
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('address_name', 'in', [name, asked?.name ?? name])
      .executeTakeFirst()
    if (!row) throw noSuchCall()
    return { ...row, width: row.address_name === name ? undefined : asked?.width }
  }

  /** Finds the file of a row, or its width, which is made when it is missing. */
  async function findFile({ file, width }: Awaited<ReturnType<typeof find>>) {
    const wanted = width === undefined ? file : toWidthName(file, width)
    const found = await files.uploads.head(wanted)
    if (found || width === undefined) return { ...found, name: wanted, isLasting: true }
    const made = await pictureWidths.make(wanted)
    return made && { ...(await files.uploads.head(made.name)), ...made }
  }

  async function send(kind: MediaKind, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const params = request.params as CallParams<typeof getMediaPicture>
    const row = await find(kind, params)
    if (row.deleted_at !== null) return reply.code(GONE).header('cache-control', 'no-store').send()
    const { bytes: size, name: file, isLasting } = (await findFile(row)) ?? {}
    if (size === undefined || file === undefined) throw noSuchCall()
    const etag = `"${row.sha256.slice(0, 32)}${file === row.file ? '' : `-${row.width}`}"`
    reply.headers({ ...HEADERS, etag, ...(!isLasting && { 'cache-control': 'no-store' }) })
    if (kind === 'pdf') {
      reply.headers({
        'content-disposition': toDisposition(row.name, params.name),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-robots-tag': row.is_searchable === 1 ? 'all' : 'noindex',
      })
    } else {
      reply.headers({
        'content-disposition': 'attachment',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
    }
    const { range, 'if-none-match': seen, 'if-range': condition } = request.headers
    if (seen === etag) return reply.code(304).send()
    reply.type(kind === 'pdf' ? 'application/pdf' : (CONTENT_TYPES[extname(row.file)] ?? 'application/octet-stream'))
    const part = condition === undefined || condition === etag ? readRange(range, size) : null
    if (part === 'unsatisfiable') {
      return reply
        .code(UNSATISFIABLE)
        .header('content-range', `bytes */${size}`)
        .header('cache-control', 'no-store')
        .send()
    }
    const opened = await files.uploads.get(file, part ?? undefined)
    if (!opened) throw noSuchCall()
    if (part === null) return reply.header('content-length', size).send(opened.content)
    const { start, end } = part
    reply.code(PARTIAL).headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 })
    return reply.send(opened.content)
  }

  const add = (call: Call, kind: MediaKind) =>
    app.get(
      toRouterPath(call),
      { config: { access: call.access }, schema: { params: call.params } },
      (request, reply) => send(kind, request, reply),
    )
  add(getMediaPicture, 'picture')
  add(getMediaDocument, 'pdf')
}
