import { createHash } from 'node:crypto'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { type MediaKind, PDF_MAX_BYTES } from '@portal/contract/media/media-rules.ts'
import { fileTooLarge, mediaFaulty, mediaUnfit, pictureTooLarge } from '#platform/errors.ts'
import { type FileStore, storeNew } from '#platform/files/file-store.ts'
import { toFileName } from '#platform/files/keep-upload.ts'
import type { MultipartFile } from '#platform/files/multipart-file.ts'
import type { PictureMakerService } from '#platform/files/picture.ts'
import type { PdfChecker } from './check-pdf-in-time.ts'

/** A file that is stored, but has no row yet. */
export interface TakenFile {
  kind: MediaKind
  name: string
  /** Name in the folder of uploads. */
  file: string
  bytes: number
  width: number | null
  height: number | null
  pages: number | null
  /** SHA-256 of the uploaded bytes, hex. */
  sha256: string
}

interface Options {
  uploads: FileStore
  makePicture: PictureMakerService
  checkPdf: PdfChecker
}

export type MediaIntake = ReturnType<typeof createMediaIntake>

/** Checks and stores uploads of the library: pictures are encoded again, a PDF stays as it is. */
export function createMediaIntake({ uploads, makePicture, checkPdf }: Options) {
  async function takePdf({ bytes }: MultipartFile, userId: string) {
    const checked = await checkPdf(bytes, userId)
    if ('fault' in checked) throw mediaFaulty(checked.fault)
    return { content: bytes, ending: 'pdf', width: null, height: null, pages: checked.pages }
  }

  async function takePicture({ bytes }: MultipartFile, userId: string) {
    if (bytes.length > UPLOAD_MAX_BYTES) throw fileTooLarge()
    const picture = await makePicture(bytes, userId)
    if (picture === 'too-large') throw pictureTooLarge()
    if (!picture) throw mediaUnfit()
    const { bytes: content, ...facts } = picture
    return { content, ...facts, pages: null }
  }

  return {
    maxBytes: PDF_MAX_BYTES,
    hash: ({ bytes }: MultipartFile): string => createHash('sha256').update(bytes).digest('hex'),

    /** @throws AppError for a file that is too large, or that is neither a picture nor a harmless PDF */
    async take(upload: MultipartFile, userId: string): Promise<TakenFile> {
      const isPdf = upload.bytes.toString('latin1', 0, 5) === '%PDF-' || /\.pdf$/i.test(upload.fileName)
      const { content, ending, ...facts } = isPdf ? await takePdf(upload, userId) : await takePicture(upload, userId)
      const name = toFileName(upload.fileName) || (isPdf ? '文件.pdf' : `图片.${ending}`)
      const file = await storeNew(uploads, content, ending)
      return { kind: isPdf ? 'pdf' : 'picture', name, file, bytes: content.length, sha256: this.hash(upload), ...facts }
    },

    /** Deletes a stored file whose row could not be stored, or has been deleted. */
    async drop(file: string): Promise<void> {
      await uploads.delete(file)
    },
  }
}
