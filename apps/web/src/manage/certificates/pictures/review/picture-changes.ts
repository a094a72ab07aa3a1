import type { DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import type { DeskCertificate } from '../../desk-words.ts'

type Published = NonNullable<DeskCertificate['published']>

export interface ShownPicture {
  src: string
  caption: string
  widthMm: number | null
}

export interface PictureChange extends ShownPicture {
  /** Differences from the previous version in Chinese; empty: none. */
  changes: string[]
}

const toShownPicture = ({ file, caption, widthMm }: DeskPicture): ShownPicture => ({
  src: `/file/img/${file}`,
  caption,
  widthMm: Number(widthMm) > 0 ? Number(widthMm) : null,
})

const formatMm = (widthMm: number | null) => (widthMm === null ? '空' : `${widthMm} mm`)

/**
 * Compares the pictures of a text with those of the published version. A stored picture never changes: a different picture has a
 * different name.
 */
export function comparePictures(pictures: readonly DeskPicture[], published: Published | null) {
  const now = pictures.map(toShownPicture)
  const before = (published?.pictures ?? []).map(({ url, caption, widthMm }) => ({
    src: url,
    caption: caption ?? '',
    widthMm: widthMm ?? null,
  }))
  const keptBefore = before.filter(({ src }) => now.some((one) => one.src === src))
  const keptNow = now.filter(({ src }) => before.some((one) => one.src === src))
  const compared = now.map((picture): PictureChange => {
    if (published === null) return { ...picture, changes: [] }
    const was = before.find(({ src }) => src === picture.src)
    if (!was) return { ...picture, changes: ['新图片'] }
    const changes: string[] = []
    if (was.caption !== picture.caption) changes.push(`说明原为：${was.caption || '空'}`)
    if (was.widthMm !== picture.widthMm) changes.push(`画面宽原为：${formatMm(was.widthMm)}`)
    if (keptBefore.indexOf(was) !== keptNow.indexOf(picture)) changes.push(`原为第 ${before.indexOf(was) + 1} 张`)
    return { ...picture, changes }
  })
  return { pictures: compared, removed: before.filter(({ src }) => !now.some((one) => one.src === src)) }
}
