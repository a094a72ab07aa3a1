import multipart from '@fastify/multipart'
import { readMarkdownFile } from '@portal/contract/articles/article-writing.ts'
import type { Call } from '@portal/contract/call.ts'
import { DAY_MS, HOUR_MS, UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { fetchPicture, uploadFile } from '@portal/contract/files.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import { fileTooLarge, fileUnreadable, malformed, noPicture, tooFrequent, uploadsUsedUp } from '#platform/errors.ts'
import { type MultipartFile, readMultipartFile } from '#platform/files/multipart-file.ts'
import type { PictureStore } from '#platform/files/picture-store.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { CreateLimit } from '#platform/http/shared-limit.ts'
import type { PictureCopier } from '#platform/net/copy-picture.ts'
import { toOneLine } from '#platform/text/one-line.ts'

/** Maximum uploads of one account. Refused uploads count too, because each costs processing time. */
const UPLOADS_AN_HOUR = 200
/** Maximum stored bytes of one account. Uploads stay for a month at least. */
const BYTES_A_DAY = 30 * UPLOAD_MAX_BYTES
/** Maximum number of uploads that are being read or converted at a time: each may hold 10 MB. */
const AT_ONCE = 24
/** A short post has as many pictures. */
const AT_ONCE_AN_ACCOUNT = 9
const BUSY_RETRY_SECONDS = 5
/** Limit of `contentMd` in the contract, so that the text can be saved. */
const MARKDOWN_MAX_BYTES = 1_000_000
const FILE_NAME_MAX = 120
const ENDING = /\.(?:md|markdown|txt)$/i
/** Control characters other than tabs and line ends. */
const BINARY = /(?![\t\n\f])\p{Cc}/u

/**
 * Decodes an uploaded text.
 * @returns the text and the file name without its ending; `undefined` for a file that is not UTF-8 text
 */
function toMarkdown({ bytes, fileName }: MultipartFile): { content: string; fileName: string } | undefined {
  if (!ENDING.test(fileName)) return undefined
  try {
    // The decoder is strict, and drops a byte order mark.
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
    if (BINARY.test(content)) return undefined
    const name = fileName.replace(/^.*[\\/]/, '').replace(ENDING, '')
    return { content, fileName: toOneLine(name, FILE_NAME_MAX) }
  } catch {
    return undefined
  }
}

/** Limits how many uploads are held in memory together. */
function createPlaces() {
  const uploadsByAccount = new Map<string, number>()
  let all = 0
  return async function hold<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const ownUploads = uploadsByAccount.get(userId) ?? 0
    if (all >= AT_ONCE || ownUploads >= AT_ONCE_AN_ACCOUNT) throw tooFrequent(BUSY_RETRY_SECONDS)
    all += 1
    uploadsByAccount.set(userId, ownUploads + 1)
    try {
      return await work()
    } finally {
      all -= 1
      const remaining = (uploadsByAccount.get(userId) ?? 1) - 1
      if (remaining > 0) uploadsByAccount.set(userId, remaining)
      else uploadsByAccount.delete(userId)
    }
  }
}

interface Options {
  createLimit: CreateLimit
  pictures: PictureStore
  copyPicture: PictureCopier
}

export const uploadRoutes: FastifyPluginAsync<Options> = async (app, { pictures, copyPicture, createLimit }) => {
  await app.register(multipart, { throwFileSizeLimit: false })
  const limit = createLimit('upload', { max: UPLOADS_AN_HOUR, windowMs: HOUR_MS })
  const stored = createLimit('upload-bytes', { max: BYTES_A_DAY, windowMs: DAY_MS, refusal: uploadsUsedUp })
  const hold = createPlaces()

  async function saveFile(request: FastifyRequest, { upload }: Pick<Call, 'upload'>, maxBytes: number) {
    await limit.use(getAccount(request).id)
    return await readMultipartFile(request, upload ?? '', maxBytes)
  }

  /** Checks the limit before the conversion, and charges the stored size afterwards. */
  async function keepPicture(id: string, read: () => Promise<MultipartFile>) {
    await stored.check(id)
    const { bytes } = await read()
    const address = await pictures.keep(bytes, { id, charge: (size) => stored.use(id, size) })
    if (!address) throw noPicture()
    return ok(address)
  }

  addRoute(app, uploadFile, async (request) =>
    hold(getAccount(request).id, async () => {
      const file = await saveFile(request, uploadFile, UPLOAD_MAX_BYTES)
      if (file === 'too-large') throw fileTooLarge()
      if (file === 'none') throw malformed()
      return await keepPicture(getAccount(request).id, async () => file)
    }),
  )

  addRoute(app, fetchPicture, async (request) => {
    const { id } = getAccount(request)
    return await hold(id, async () => {
      await limit.use(id)
      return await keepPicture(id, () => copyPicture(request.body.address))
    })
  })

  addRoute(app, readMarkdownFile, async (request) =>
    hold(getAccount(request).id, async () => {
      const file = await saveFile(request, readMarkdownFile, MARKDOWN_MAX_BYTES)
      const text = typeof file === 'string' ? undefined : toMarkdown(file)
      if (!text) throw fileUnreadable()
      return ok(text)
    }),
  )
}
