import type { DataFor } from '@portal/contract/calls.ts'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import { type MediaPlace, PDF_MAX_BYTES, PICTURE_PIXELS_MAX } from '@portal/contract/media/media-rules.ts'
import { PICTURE_TYPES } from '#lib/api/picture-upload.ts'
import { formatBytes } from '#lib/format.ts'

export type MediaItem = DataFor<'GET /v1/manage/media'>['records'][number]
export type MediaUse = DataFor<'GET /v1/manage/media/{id}'>['usedIn'][number]

/** Value of `accept` for a file field. */
export const MEDIA_TYPES = `${PICTURE_TYPES},application/pdf`
export const LIMITS = '图片（JPG、PNG、WebP、GIF）每张 10 MB 以内，宽 × 高不超过 5000 万像素；PDF 每个 30 MB 以内'

const isPdf = ({ type, name }: Pick<File, 'type' | 'name'>) => type === 'application/pdf' || /\.pdf$/i.test(name)

/** Checks type and size of a file before its upload; `null` when both are right. */
export function findFileFault(file: Pick<File, 'type' | 'name' | 'size'>): string | null {
  if (isPdf(file)) return file.size > PDF_MAX_BYTES ? `${formatBytes(file.size)}，PDF 不能超过 30 MB` : null
  if (!PICTURE_TYPES.split(',').includes(file.type)) {
    return '只收 JPG、PNG、WebP、GIF 图片和 PDF。Word、Excel、PPT 请先“另存为 PDF”，SVG 请先导出为 PNG'
  }
  return file.size > UPLOAD_MAX_BYTES ? `${formatBytes(file.size)}，图片不能超过 10 MB，请缩小后再上传` : null
}

/** Checks the pixels of a picture before its upload; `null` when they are right, or cannot be read here. */
export async function findPixelFault(file: File): Promise<string | null> {
  if (isPdf(file)) return null
  const address = URL.createObjectURL(file)
  const { width, height } = await readSize(address)
  URL.revokeObjectURL(address)
  if (width * height <= PICTURE_PIXELS_MAX) return null
  return `${width} × ${height}，图片不能超过 5000 万像素，请缩小后再上传`
}

function readSize(address: string): Promise<{ width: number; height: number }> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    // The server names the fault of a picture that browsers cannot read.
    image.onerror = () => resolve({ width: 0, height: 0 })
    image.src = address
  })
}

/** Formats `2400 × 1800` or `12 页`. */
export function formatSize({
  kind,
  width,
  height,
  pages,
}: Pick<MediaItem, 'kind' | 'width' | 'height' | 'pages'>): string {
  if (kind === 'pdf') return pages === null ? 'PDF' : `${pages} 页`
  return width === null || height === null ? '' : `${width} × ${height}`
}

export const isWithoutAlt = ({ kind, alt, isDecorative }: MediaItem): boolean =>
  kind === 'picture' && alt === '' && !isDecorative

/** Describes how much a file is used: `用于 2 处`. */
export function formatUses({ uses, isUnused }: MediaItem): string {
  if (uses > 0) return `用于 ${uses} 处`
  if (isUnused === null) return '用途统计中'
  return isUnused ? '未使用' : '旧版本中'
}

const PLACES: Readonly<Record<MediaPlace, string>> = {
  article: '文章',
  draft: '草稿',
  schedule: '定时发布',
  version: '旧版本',
  setting: '设置',
  settingVersion: '旧的设置',
  category: '栏目图标',
}

/** Names the place of a use: `旧版本 2026-11-07`. */
export function describePlace({ place, pageKey, day }: MediaUse): string {
  const name = place === 'article' && pageKey !== null ? '页面' : PLACES[place]
  return day === null ? name : `${name} ${day}`
}
